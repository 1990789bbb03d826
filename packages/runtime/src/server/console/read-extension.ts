import { readFile } from "node:fs/promises";
import { undefinedIfMissing } from "../static-files.js";
import { fileURLToPath } from "node:url";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { Plugin } from "../../plugin/plugin.js";

/** What a plugin adds to the console, as `cmgen build console` has built it. */
export interface ConsoleExtension {
  /** With a trailing slash. */
  readonly folder: URL;
  /** Where the folder is below the console, with a trailing slash. */
  readonly path: string;
  readonly modules: readonly ConsoleModule[];
}

/** A module that the page loads. `file` and `styles` are below the console. */
export interface ConsoleModule {
  readonly plugin: string;
  readonly module: string;
  readonly file: string;
  readonly styles: readonly string[];
}

/** Where a plugin's build is, below its root. */
const FOLDER = "dist/console/";

/**
 * The built extension of a plugin; undefined where it has none.
 *
 * @throws {ConfigurationError} where what is there is not what `cmgen build console` writes.
 */
export async function readExtension({ name, root, importFailure }: Plugin): Promise<ConsoleExtension | undefined> {
  if (importFailure !== undefined) return undefined;
  const folder = new URL(FOLDER, root);
  const text = await readFile(new URL("extension.json", folder), "utf8").catch(undefinedIfMissing);
  if (text === undefined) return undefined;
  const path = `extensions/${name}/`;
  return {
    folder,
    path,
    modules: modulesIn(text, fileURLToPath(folder)).map(({ module, file, styles }) => ({
      plugin: name,
      module,
      file: `${path}${file}`,
      styles: styles.map((style) => `${path}${style}`),
    })),
  };
}

function modulesIn(text: string, folder: string): readonly Omit<ConsoleModule, "plugin">[] {
  const parsed = parse(text);
  const { modules } = Object(parsed) as { readonly modules?: unknown };
  if (Array.isArray(modules) && modules.every(isModule)) return modules;
  throw new ConfigurationError(
    `${folder}extension.json is not what \`cmgen build console\` writes. Run it again, or delete the folder.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isModule(value: unknown): value is Omit<ConsoleModule, "plugin"> {
  const { module, file, styles } = Object(value) as Readonly<Record<string, unknown>>;
  const isText = (each: unknown): boolean => typeof each === "string";
  return isText(module) && isText(file) && Array.isArray(styles) && styles.every(isText);
}

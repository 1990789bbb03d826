import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { compile } from "../compile.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { assertPlugin, type PluginPlace, pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";

/** Where a plugin's extensions of the console are, and where they are built to. */
const SOURCES = "src/console";
const TARGET = "dist/console";

/** A built module, as the service reads it. */
interface BuiltModule {
  /** Its source, relative to the plugin. */
  readonly module: string;
  readonly file: string;
  readonly styles: readonly string[];
}

/**
 * Checks the types of the plugin's extensions of the console, and bundles each with the plugin's own Vite. What they share with the page is left
 * out of them.
 *
 * @throws {FilesError} where what it needs is not installed.
 */
export async function buildConsole(terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  assertPlugin(place);
  const names = modulesOf(place);
  if (names.length === 0) {
    // What an earlier build has left would still be served.
    rmSync(join(place.root, TARGET), { recursive: true, force: true });
    terminal.out(`${place.shown(SOURCES)} has no modules: there is nothing to build.\n`);
    return exitCode.ok;
  }
  if (!(await areTyped(place, terminal))) return exitCode.found;
  const built = await bundle(place.root, names);
  writeFileSync(join(place.root, TARGET, "extension.json"), `${JSON.stringify({ modules: built }, undefined, 2)}\n`);
  terminal.out(`Built ${names.length === 1 ? "1 module" : `${names.length} modules`} into ${place.shown(TARGET)}.\n`);
  return exitCode.ok;
}

/** The names of the modules that are directly in the folder, without `.tsx`: what is in folders below is for them. */
function modulesOf({ root }: PluginPlace): readonly string[] {
  const folder = join(root, SOURCES);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => name.slice(0, -".tsx".length))
    .toSorted();
}

async function areTyped({ root, shown }: PluginPlace, terminal: Terminal): Promise<boolean> {
  if (!existsSync(join(root, SOURCES, "tsconfig.json")))
    throw new FilesError(
      `${shown(SOURCES)} has no tsconfig.json, by which its types are checked. docs/console-extensions.md shows one.`,
    );
  return compile(root, {
    project: SOURCES,
    signal: terminal.interrupted(),
    print: terminal.out,
    color: terminal.color,
  });
}

async function bundle(root: string, names: readonly string[]): Promise<readonly BuiltModule[]> {
  const { sharedModules } = await packageOf<{ readonly sharedModules: Readonly<Record<string, string>> }>(
    root,
    "@cmgen/console",
  );
  const vite = await packageOf<{ readonly build: (config: object) => Promise<unknown> }>(root, "vite");
  try {
    await vite.build(configOf(root, names, sharedModules));
  } catch (error) {
    throw new FilesError(`${SOURCES} cannot be bundled: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const path = join(root, TARGET, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, ManifestEntry>>;
  rmSync(path);
  return names.map((name) => {
    const module = `${SOURCES}/${name}.tsx`;
    return { module, file: manifest[module]?.file ?? "", styles: stylesOf(manifest, module) };
  });
}

/** An entry of Vite's manifest. */
interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Those of a module and of all that it imports. */
function stylesOf(manifest: Readonly<Record<string, ManifestEntry>>, key: string): readonly string[] {
  const { css = [], imports = [] } = manifest[key] ?? {};
  return [...new Set([...imports.flatMap((each) => stylesOf(manifest, each)), ...css])];
}

function configOf(root: string, names: readonly string[], shared: Readonly<Record<string, string>>): object {
  return {
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    // Files find each other by where they are: the service may be published below any path.
    base: "./",
    build: {
      outDir: TARGET,
      emptyOutDir: true,
      assetsDir: "",
      // The page's policy lets no file be written into another one.
      assetsInlineLimit: 0,
      modulePreload: false,
      manifest: "manifest.json",
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(root, SOURCES, `${name}.tsx`)])),
        preserveEntrySignatures: "exports-only",
        external: Object.keys(shared),
        output: {
          // From /console/extensions/<plugin>/ to /console/shared/.
          paths: Object.fromEntries(Object.entries(shared).map(([name, file]) => [name, `../../shared/${file}.js`])),
        },
      },
    },
  };
}

/** @throws {FilesError} where the plugin has no such package. */
async function packageOf<Exports>(root: string, name: string): Promise<Exports> {
  let path: string;
  try {
    path = createRequire(join(root, "package.json")).resolve(name);
  } catch (error) {
    throw new FilesError(`${name} is not installed in ${root}: extensions of the console are built with it.`, {
      cause: error,
    });
  }
  return (await import(pathToFileURL(path).href)) as Exports;
}

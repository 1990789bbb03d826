import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

import { compile, type Compilation } from "../compile.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { assertPlugin, type PluginPlace, pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { problemsOfModules } from "./check-modules.js";
import type { Parse } from "./module-syntax.js";

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

/** `cmgen build console`. */
export async function buildConsole(terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  assertPlugin(place);
  const { color, out: print } = terminal;
  const built = await buildExtensions(place, { signal: terminal.interrupted(), print, color });
  if (built === undefined) return exitCode.found;
  const modules = built === 1 ? "1 module" : `${built} modules`;
  terminal.out(
    built === 0
      ? `${place.shown(SOURCES)} has no modules: there is nothing to build.\n`
      : `Built ${modules} into ${place.shown(TARGET)}.\n`,
  );
  return exitCode.ok;
}

/**
 * Checks the types of the plugin's extensions of the console, and bundles each with the plugin's own Vite. What they share with the page is left
 * out of them.
 *
 * @returns how many there are; undefined where something is wrong with them, which has been printed.
 * @throws {FilesError} where what it needs is not installed, or they cannot be bundled.
 */
export async function buildExtensions(place: PluginPlace, compilation: Compilation): Promise<number | undefined> {
  const { root, shown } = place;
  const names = modulesOf(place);
  if (names.length === 0) {
    // What an earlier build has left would still be served.
    rmSync(join(root, TARGET), { recursive: true, force: true });
    return 0;
  }
  if (!existsSync(join(root, SOURCES, "tsconfig.json")))
    throw new FilesError(
      `${shown(SOURCES)} has no tsconfig.json, by which its types are checked. \`cmgen add console\` writes one where there is none.`,
    );
  const tools = await toolsOf(root);
  const files = names.map((name) => `${SOURCES}/${name}.tsx`);
  const problems = tools.vite.parseSync === undefined ? [] : problemsOfModules(place, files, tools.vite.parseSync);
  for (const problem of problems) compilation.print(`${problem}\n`);
  if (problems.length > 0) return undefined;
  if (!(await compile(root, { ...compilation, project: SOURCES }))) return undefined;
  const modules = await bundle(root, names, tools);
  writeFileSync(join(root, TARGET, "extension.json"), `${JSON.stringify({ modules }, undefined, 2)}\n`);
  return names.length;
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

/** What extensions are built with, as the plugin has it. */
interface Tools {
  /** `parseSync` came after 8.0. */
  readonly vite: { readonly build: (config: object) => Promise<unknown>; readonly parseSync?: Parse };
  readonly console: { readonly sharedModules: Readonly<Record<string, string>> };
}

async function toolsOf(root: string): Promise<Tools> {
  return {
    vite: await packageOf<Tools["vite"]>(root, "vite"),
    console: await packageOf<Tools["console"]>(root, "@cmgen/console"),
  };
}

async function bundle(root: string, names: readonly string[], tools: Tools): Promise<readonly BuiltModule[]> {
  const before = process.env["NODE_ENV"];
  try {
    // Vite and the libraries it bundles go by this, whatever it is set to for the service: the page has no parts for development.
    process.env["NODE_ENV"] = "production";
    await tools.vite.build(configOf(root, names, tools.console.sharedModules));
  } catch (error) {
    throw new FilesError(`${SOURCES} cannot be bundled: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
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
      // Says where errors are, without the text of the sources.
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(root, SOURCES, `${name}.tsx`)])),
        preserveEntrySignatures: "exports-only",
        external: Object.keys(shared),
        output: {
          sourcemapExcludeSources: true,
          sourcemapPathTransform: (source: string, map: string) =>
            relative(root, resolve(dirname(map), source)).replaceAll("\\", "/"),
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

import { isDeepStrictEqual } from "node:util";

import { globalFiles } from "../program/global-files.js";
import { isLibraryFile } from "../program/open-program.js";
import { type PluginProgram, pluginProgram } from "../program/plugin-program.js";
import { readModules } from "../read-modules.js";
import type { Reporter } from "../reporter.js";
import type { Surroundings } from "../surroundings.js";
import { ImportGraph } from "./import-graph.js";
import { bondsOf, type KnownModels } from "./known-models.js";
import { learn } from "./learn.js";

export interface StaleInput {
  readonly surroundings: Surroundings;
  readonly known: KnownModels;
  /** Absolute paths of the modules to read. */
  readonly stale: ReadonlySet<string>;
  readonly reporter: Reporter;
}

/**
 * Reads some of a plugin's modules and takes the rest from what is known; `undefined` where that would not be what reading all of
 * them says.
 */
export function readStale(input: StaleInput): KnownModels | undefined {
  const next = readPart(input);
  return next !== undefined && areNamesKept(input, next) ? next : undefined;
}

/**
 * Whether modules that declare models of types of other files still call these the same: whoever refers to such a type refers to the
 * model, without importing the module that declares it.
 */
function areNamesKept({ surroundings, known, stale }: StaleInput, next: KnownModels): boolean {
  const present = new Set(surroundings.paths);
  const gone = [...known.modules.keys()].filter((path) => !present.has(path));
  const namesIn = ({ modules }: KnownModels, path: string): string => {
    const { declaring = [], models = [] } = modules.get(path) ?? {};
    const names = models.map(({ group, version, kind }) => [group, version, kind]);
    return declaring.every((file) => file === path) ? "" : JSON.stringify([declaring, names]);
  };
  return [...stale, ...gone].every((path) => namesIn(known, path) === namesIn(next, path));
}

function readPart(input: StaleInput): KnownModels | undefined {
  const { surroundings, known, stale, reporter } = input;
  if (stale.size === 0) return withoutGone(known, surroundings.paths);
  const imports = new ImportGraph();
  const { opened, paths } = openWithNames(input, imports);
  const { program } = opened;
  if (!isDeepStrictEqual(globalFiles(program), known.globals)) return undefined;
  const onImport = (from: string, to: string): void => imports.add(from, to);
  const codeFiles = { inputs: surroundings.inputs, onImport };
  const reading = readModules({ program, reporter, paths, wanted: stale, codeFiles, api: surroundings.api });
  const learned = learn({ surroundings, opened, imports, reading, run: known.run + 1 });
  return learned && merged(withoutGone(known, surroundings.paths), learned);
}

interface Opened {
  readonly opened: PluginProgram;
  /** The modules to read, and those that name models whose types they may refer to, sorted. */
  readonly paths: readonly string[];
}

/** Opens a program of the stale modules, and of those that give names to types the program holds. */
function openWithNames({ surroundings, known, stale }: StaleInput, imports: ImportGraph): Opened {
  const { root, options, inputs, paths } = surroundings;
  const globals = known.globals.filter((path) => !isLibraryFile(path));
  const onImport = (from: string, to: string): void => imports.add(from, to);
  const roots = new Set(stale);
  for (;;) {
    const files = [...new Set([...globals, ...roots])];
    const opened = pluginProgram({ root, files, options, inputs, onImport });
    const { program } = opened;
    const naming = paths.filter((path) => {
      const declaring = stale.has(path) ? [] : (known.modules.get(path)?.declaring ?? []);
      return declaring.some((file) => program.getSourceFile(file) !== undefined);
    });
    const missing = naming.filter((path) => program.getSourceFile(path) === undefined);
    if (missing.length === 0) {
      const wanted = new Set([...stale, ...naming]);
      return { opened, paths: paths.filter((path) => wanted.has(path)) };
    }
    for (const path of missing) roots.add(path);
  }
}

/** What is known without what was known of modules that are not there any more. */
function withoutGone(known: KnownModels, paths: readonly string[]): KnownModels {
  const present = new Set(paths);
  const modules = new Map([...known.modules].filter(([path]) => present.has(path)));
  return modules.size === known.modules.size ? known : { ...known, modules };
}

/** Both, the newer one where they are about the same; `undefined` where one of them is not all there is to say. */
function merged(known: KnownModels, learned: KnownModels): KnownModels | undefined {
  const kept = [...known.modules].filter(([path]) => !learned.modules.has(path));
  const types = new Map([...known.types, ...learned.types]);
  const bonds = new Set([...learned.modules.values()].flatMap((module) => bondsOf(module, types)));
  for (const [, module] of kept) {
    if (bondsOf(module, types).some((bond) => bonds.has(bond))) return undefined;
    // Read again where somebody else meets it, a type has to say the same.
    if (
      module.types.some((id) => learned.types.has(id) && !isDeepStrictEqual(known.types.get(id), learned.types.get(id)))
    )
      return undefined;
  }
  const modules = new Map([...kept, ...learned.modules]);
  return {
    ...learned,
    texts: new Map([...known.texts, ...learned.texts]),
    shared: [...new Set([...known.shared, ...learned.shared])],
    missing: [...new Set([...known.missing, ...learned.missing])],
    folders: [...new Set([...known.folders, ...learned.folders])],
    modules,
    types: onlyUsed(types, modules),
  };
}

function onlyUsed(types: KnownModels["types"], modules: KnownModels["modules"]): KnownModels["types"] {
  const used = new Set([...modules.values()].flatMap((module) => module.types));
  return new Map([...types].filter(([id]) => used.has(id)));
}

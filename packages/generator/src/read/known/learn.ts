import { mapChildren } from "../../model/map-type.js";
import type { Type } from "../../model/type.js";
import { globalFiles, hasRedirects } from "../program/global-files.js";
import { isLibraryFile } from "../program/open-program.js";
import { mapRoots, rootsOf, usedEntries } from "../link/link-types.js";
import type { PluginProgram } from "../program/plugin-program.js";
import { isBonded, type ModulesReading, type TypeReading } from "../read-modules.js";
import type { Surroundings } from "../surroundings.js";
import type { ImportGraph } from "./import-graph.js";
import { type KnownModels, type KnownModule, type KnownType, surroundingsKey } from "./known-models.js";

/** A program whose modules were read without a complaint. */
export interface Lesson {
  readonly surroundings: Surroundings;
  readonly opened: PluginProgram;
  readonly imports: ImportGraph;
  readonly reading: ModulesReading;
  /** Tells the ids of this run from those of others. */
  readonly run: number;
}

/** What a run has to remember of modules that it read; `undefined` where what they mean depends on who reads them first. */
export function learn({ surroundings, opened, imports, reading, run }: Lesson): KnownModels | undefined {
  const { program, needy } = opened;
  if (needy !== undefined || hasRedirects(program)) return undefined;
  const { inputs } = surroundings;
  const ids = new Map(reading.types.map((type) => [type.id, lastingId(type, run)]));
  const rename = (type: Type): Type =>
    type.shape === "ref" ? { ...type, name: ids.get(type.name) ?? type.name } : mapChildren(type, rename);
  const types = new Map(reading.types.map((type) => knownType(type, { rename, run })).map((type) => [type.id, type]));
  const modules = [...reading.modules].map(([path, { declaring, ...read }]): [string, KnownModule] => {
    const renamed = mapRoots(read, rename);
    const used = [...usedEntries(rootsOf(renamed), types)].map(({ id }) => id);
    return [path, { ...renamed, files: imports.closure([path]), declaring, types: used }];
  });
  const globals = globalFiles(program);
  const shared = sharedFiles({ surroundings, imports, globals });
  const files = new Set([...shared, ...modules.flatMap(([, module]) => module.files)]);
  return {
    key: surroundingsKey(surroundings),
    run,
    texts: new Map([...files].map((path) => [path, inputs.programText(path) ?? ""])),
    shared,
    globals,
    missing: [...inputs.missing()],
    folders: [...inputs.folders()],
    modules: new Map(modules),
    types,
  };
}

/** The same in every run for a type that is all said by its declaration; for another it is that of one run. */
function lastingId(type: TypeReading, run: number): string {
  const place = placeOf(type);
  return isBonded(type) ? `${place} ${run}.${type.id}` : place;
}

function placeOf({ file, origin, name }: TypeReading): string {
  return `${file}#${origin.offset} ${name}`;
}

interface Renaming {
  readonly rename: (type: Type) => Type;
  readonly run: number;
}

function knownType(type: TypeReading, { rename, run }: Renaming): KnownType {
  const { name, isUnnamed = false, origin, body, file } = type;
  return {
    id: lastingId(type, run),
    name,
    isUnnamed,
    origin,
    body: { ...body, type: rename(body.type) },
    ...(isBonded(type) && { bond: `${file}#${origin.offset}` }),
  };
}

type SharedInput = Pick<Lesson, "surroundings" | "imports"> & { readonly globals: readonly string[] };

/** Global files with all that they import, and what says how modules are found and compiled: manifests and configs. */
function sharedFiles({ surroundings, imports, globals }: SharedInput): readonly string[] {
  const manifests = [...surroundings.inputs.texts().keys()].filter((path) => /[\\/]package\.json$/.test(path));
  const own = imports.closure(globals).filter((path) => !isLibraryFile(path));
  return [...new Set([...surroundings.settings, ...manifests, ...own])];
}

import type { KnownModels, KnownModule, KnownType } from "../read/known/known-models.js";
import type { MadeFile } from "./made-files.js";
import type { RunMemory } from "./run-memory.js";

/** A {@link RunMemory} as JSON: maps are lists, and a path that many modules depend on is written once. */
export interface PackedMemory {
  readonly settings: string;
  readonly models: readonly (readonly [key: string, paths: readonly string[]])[];
  readonly files: readonly (readonly [path: string, file: MadeFile])[];
  readonly known?: PackedKnown | undefined;
}

type PackedKnown = Omit<KnownModels, "hashes" | "modules" | "types"> & {
  readonly hashes: readonly (readonly [path: string, hash: string])[];
  readonly types: readonly KnownType[];
  readonly paths: readonly string[];
  readonly modules: readonly (readonly [path: string, module: PackedModule])[];
};

/** `files` are positions in `paths`. */
type PackedModule = Omit<KnownModule, "files"> & { readonly files: readonly number[] };

export function packMemory({ known, settings, made }: RunMemory): PackedMemory {
  return { settings, models: [...made.models], files: [...made.files], known: known && packKnown(known) };
}

export function unpackMemory({ known, settings, models, files }: PackedMemory): RunMemory {
  return { settings, made: { models: new Map(models), files: new Map(files) }, known: known && unpackKnown(known) };
}

function packKnown({ hashes, modules, types, ...rest }: KnownModels): PackedKnown {
  const positions = new Map<string, number>();
  const positionOf = (path: string): number => {
    const position = positions.get(path) ?? positions.size;
    positions.set(path, position);
    return position;
  };
  const packed = [...modules].map(
    ([path, module]) => [path, { ...module, files: module.files.map(positionOf) }] as const,
  );
  return { ...rest, hashes: [...hashes], types: [...types.values()], paths: [...positions.keys()], modules: packed };
}

function unpackKnown({ hashes, modules, types, paths, ...rest }: PackedKnown): KnownModels {
  const unpacked = modules.map(([path, module]) => {
    const files = module.files.flatMap((position) => paths[position] ?? []);
    return [path, { ...module, files }] as const;
  });
  return {
    ...rest,
    hashes: new Map(hashes),
    types: new Map(types.map((type) => [type.id, type])),
    modules: new Map(unpacked),
  };
}

import type { KnownModels, KnownModule, KnownType } from "../read/known/known-models.js";

/** {@link KnownModels} as JSON: maps are lists, and a path that many modules depend on is written once. */
export type PackedKnown = Omit<KnownModels, "hashes" | "modules" | "types"> & {
  readonly hashes: readonly (readonly [path: string, hash: string])[];
  readonly types: readonly KnownType[];
  readonly paths: readonly string[];
  readonly modules: readonly (readonly [path: string, module: PackedModule])[];
};

/** `files` are positions in `paths`. */
type PackedModule = Omit<KnownModule, "files"> & { readonly files: readonly number[] };

export function packKnown({ hashes, modules, types, ...rest }: KnownModels): PackedKnown {
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

export function unpackKnown({ hashes, modules, types, paths, ...rest }: PackedKnown): KnownModels {
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

import { existsSync } from "node:fs";

import type { Surroundings } from "../surroundings.js";
import { bondsOf, type KnownModels, surroundingsKey } from "./known-models.js";

/** The modules of a plugin of which nothing is known that still holds; `undefined` where nothing holds of any of them. */
export function staleModules(surroundings: Surroundings, known: KnownModels): ReadonlySet<string> | undefined {
  const { inputs, paths } = surroundings;
  const compared = new Map<string, boolean>();
  const isSame = (path: string): boolean => {
    const same = compared.get(path) ?? inputs.programText(path) === known.texts.get(path);
    compared.set(path, same);
    return same;
  };
  if (known.key !== surroundingsKey(surroundings) || known.missing.some((path) => existsSync(path))) return undefined;
  if (!known.shared.every(isSame)) return undefined;
  for (const folder of known.folders) inputs.listed(folder);
  const present = new Set(paths);
  const stale = new Set(paths.filter((path) => known.modules.get(path)?.files.every(isSame) !== true));
  for (const path of known.modules.keys()) if (!present.has(path)) stale.add(path);
  const all = withBonded(stale, known);
  return new Set([...all].filter((path) => present.has(path)));
}

/** Adds the modules that can only be read together with one of `stale`. */
function withBonded(stale: ReadonlySet<string>, known: KnownModels): ReadonlySet<string> {
  const members = new Map<string, string[]>();
  for (const [path, module] of known.modules) {
    for (const bond of bondsOf(module, known.types)) members.set(bond, [...(members.get(bond) ?? []), path]);
  }
  const all = new Set(stale);
  // A set goes through what is added to it on the way.
  for (const path of all) {
    const module = known.modules.get(path);
    for (const bond of module === undefined ? [] : bondsOf(module, known.types)) {
      for (const member of members.get(bond) ?? []) all.add(member);
    }
  }
  return all;
}

import type { Model } from "./model.js";

/** Each kind once, since all its versions show the same objects: in the version that is wanted, else in the last one that is not deprecated. */
export function oneOfEachKind(models: readonly Model[], version?: string): readonly Model[] {
  const found = new Map<string, Model>();
  for (const model of models) {
    const key = `${model.group}/${model.kind}`;
    const known = found.get(key);
    if (known !== undefined && known.version === version) continue;
    if (known === undefined || model.version === version || model.deprecated === undefined) found.set(key, model);
  }
  return [...found.values()];
}

import type { KnownModels } from "../read/known/known-models.js";

/** What is known by now, of modules and types only those that are not as they were; and which have gone. */
export interface KnownChanges {
  readonly known: KnownModels;
  readonly goneModules: readonly string[];
  readonly goneTypes: readonly string[];
}

/** What has changed since `base`: what a run takes over are the same objects. */
export function changesSince(base: KnownModels, known: KnownModels): KnownChanges {
  return {
    known: { ...known, modules: changed(base.modules, known.modules), types: changed(base.types, known.types) },
    goneModules: gone(base.modules, known.modules),
    goneTypes: gone(base.types, known.types),
  };
}

export function withChanges(base: KnownModels, { known, goneModules, goneTypes }: KnownChanges): KnownModels {
  return {
    ...known,
    modules: overlaid(base.modules, known.modules, goneModules),
    types: overlaid(base.types, known.types, goneTypes),
  };
}

type ByName<T> = ReadonlyMap<string, T>;

function changed<T>(base: ByName<T>, now: ByName<T>): ByName<T> {
  return new Map([...now].filter(([name, value]) => base.get(name) !== value));
}

function gone<T>(base: ByName<T>, now: ByName<T>): readonly string[] {
  return [...base.keys()].filter((name) => !now.has(name));
}

function overlaid<T>(base: ByName<T>, now: ByName<T>, without: readonly string[]): ByName<T> {
  const all = new Map([...base, ...now]);
  for (const name of without) all.delete(name);
  return all;
}

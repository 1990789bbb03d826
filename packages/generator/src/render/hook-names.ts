import type { Model } from "../model/model.js";
import { pascalCase, uncapitalized } from "../model/name-case.js";
import { uniqueNames } from "./unique-names.js";

/** What the hooks of one model are called. */
export interface HookNames {
  /** All of them. */
  readonly hooks: string;
  /** By their names in `ResourceHooks`. */
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * The names of the hooks of models that share a file: `usePeople` for many, `usePerson` for one. Where a plugin is generated none is
 * that of another, but documents may come from anybody.
 */
export function hookNames(models: readonly Model[]): readonly HookNames[] {
  const wanted = models.map(wantedHooks);
  const free = uniqueNames(wanted.flatMap((names) => Object.values(names)));
  return models.map(({ kind }, at) => {
    const hooks = Object.keys(wanted[at] ?? {});
    const from = at * hooks.length;
    return {
      hooks: `${uncapitalized(kind)}Hooks`,
      exports: Object.fromEntries(hooks.map((hook, place) => [hook, free[from + place] ?? hook])),
    };
  });
}

/** The names of one model's hooks, by their names in `ResourceHooks`. */
export function wantedHooks({ kind, plural }: Model): Readonly<Record<string, string>> {
  const many = pascalCase(plural);
  return {
    useList: `use${many}`,
    useInfinite: `useInfinite${many}`,
    // Of sheep, one is a sheep.
    useObject: kind === many ? `useOne${kind}` : `use${kind}`,
    useAll: `useAll${many}`,
    useCreate: `useCreate${kind}`,
    useUpdate: `useUpdate${kind}`,
    useDelete: `useDelete${kind}`,
    useClient: `use${many}Client`,
    useQueries: `use${many}Queries`,
  };
}

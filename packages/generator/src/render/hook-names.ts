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
  const wanted = models.map((model) => Object.entries(wantedHooks(model)));
  const free = uniqueNames(wanted.flat().map(([, name]) => name)).values();
  return models.map(({ kind }, at) => ({
    hooks: `${uncapitalized(kind)}Hooks`,
    exports: Object.fromEntries((wanted[at] ?? []).map(([hook, name]) => [hook, free.next().value ?? name])),
  }));
}

/** The names of one model's hooks, by their names in `ResourceHooks`. */
export function wantedHooks({ kind, plural, status }: Model): Readonly<Record<string, string>> {
  const many = pascalCase(plural);
  // Of sheep, one is a sheep.
  const one = kind === many ? `One${kind}` : kind;
  return {
    useList: `use${many}`,
    useSuspenseList: `useSuspense${many}`,
    useInfinite: `useInfinite${many}`,
    useAggregate: `use${many}Aggregate`,
    useObject: `use${one}`,
    useSuspenseObject: `useSuspense${one}`,
    useAll: `useAll${many}`,
    useCreate: `useCreate${kind}`,
    useReplace: `useReplace${kind}`,
    useUpdate: `useUpdate${kind}`,
    usePatch: `usePatch${kind}`,
    useApply: `useApply${kind}`,
    ...(status !== undefined && { useUpdateStatus: `useUpdate${kind}Status` }),
    useDelete: `useDelete${kind}`,
    useClient: `use${many}Client`,
    useQueries: `use${many}Queries`,
  };
}

import {
  skipToken,
  useQuery,
  useSuspenseQuery,
  type UseQueryResult,
  type UseSuspenseQueryResult,
} from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { selector, type IndexShapes, type InputLike, type Selection, type StoredLike } from "@cmgen/model";
import { requestText } from "../query/resource-keys.js";
import { aggregateHook } from "./aggregate-hook.js";
import { listHook, suspenseListHook } from "./list-hook.js";
import { pagesHook } from "./pages-hook.js";
import type { Live, QuerySettings, Resource, ResourceHooks, SuspenseSettings } from "./resource-hooks.js";
import { pending, SharedCache, type AllObjects } from "./shared-cache.js";
import { useFollow } from "./use-follow.js";

type Reading =
  | "useList"
  | "useSuspenseList"
  | "useInfinite"
  | "useAggregate"
  | "useObject"
  | "useSuspenseObject"
  | "useAll";

/** The hooks that change nothing. */
export function readingHooks<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): Pick<ResourceHooks<Stored, Input, Indexes, References>, Reading> {
  function useObject<Selected>(
    name: string | undefined,
    { live = false, ...settings }: QuerySettings<Stored, Selected> & Live = {},
  ): UseQueryResult<Selected> {
    const { queries } = useResource();
    const { queryFn, ...query } = queries.object(name ?? "");
    useFollow<Indexes>(queries, live && name !== undefined, {
      selection: { where: selector`metadata.name=${name ?? ""}` },
    });
    return useQuery({ ...query, queryFn: name === undefined ? skipToken : queryFn, ...settings });
  }

  function useSuspenseObject<Selected>(
    name: string,
    { live = false, ...settings }: SuspenseSettings<Stored, Selected> & Live = {},
  ): UseSuspenseQueryResult<Selected> {
    const { queries } = useResource();
    useFollow<Indexes>(queries, live, { selection: { where: selector`metadata.name=${name}` } });
    return useSuspenseQuery({ ...queries.object(name), ...settings });
  }

  function useAll(selection: Selection<Indexes> = {}): AllObjects<Stored> {
    const { client, caches } = useResource();
    const text = requestText(selection);
    const cache =
      caches.get(text) ??
      new SharedCache(
        () => client.cache<never, never>(selection),
        () => caches.delete(text),
      );
    caches.set(text, cache);
    return useSyncExternalStore(cache.subscribe, cache.shown, () => pending);
  }

  return {
    useList: listHook(useResource),
    useSuspenseList: suspenseListHook(useResource),
    useInfinite: pagesHook(useResource),
    useAggregate: aggregateHook(useResource),
    useObject,
    useSuspenseObject,
    useAll,
  };
}

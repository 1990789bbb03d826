import { skipToken, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { IndexShapes, Selection } from "@cmgen/model";
import { requestText } from "../query/resource-keys.js";
import type { InputLike, StoredLike } from "../resource-client.js";
import { selector } from "@cmgen/model";
import { listHook } from "./list-hook.js";
import { pagesHook } from "./pages-hook.js";
import type { Live, QuerySettings, Resource, ResourceHooks } from "./resource-hooks.js";
import { pending, SharedCache, type AllObjects } from "./shared-cache.js";
import { useFollow } from "./use-follow.js";

/** The hooks that change nothing. */
export function readingHooks<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): Pick<ResourceHooks<Stored, Input, Indexes, References>, "useList" | "useInfinite" | "useObject" | "useAll"> {
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

  return { useList: listHook(useResource), useInfinite: pagesHook(useResource), useObject, useAll };
}

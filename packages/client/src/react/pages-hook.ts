import { useInfiniteQuery, useQueryClient, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { Included, Including, IndexShapes, InputLike, ListResult, StoredLike } from "@cmgen/model";
import type { EndlessListRequest, Pages } from "../query/resource-queries.js";
import type { Live, PagesSettings, Resource, ResourceHooks } from "./resource-hooks.js";
import { selectionOf, useFollow } from "./use-follow.js";

/** The hook of a resource's endless lists. */
export function pagesHook<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): ResourceHooks<Stored, Input, Indexes, References>["useInfinite"] {
  type Page = ListResult<Stored>;
  function useInfinite<
    Field extends keyof References & string = never,
    Count extends string = never,
    Selected = Pages<Page & Included<References, Field, Count>>,
  >(
    request?: EndlessListRequest<Indexes> & Including<Field, Count> & Live,
    settings?: PagesSettings<Page & Included<References, Field, Count>, Selected>,
  ): UseInfiniteQueryResult<Selected>;
  function useInfinite(
    { live = false, ...request }: EndlessListRequest<Indexes> & Live = {},
    settings: object = {},
  ): UseInfiniteQueryResult {
    const { queries } = useResource();
    const query = queries.pages<never>(request);
    const result = useInfiniteQuery({ ...query, ...settings });
    // The first page's revision: it was read before the others.
    const first = useQueryClient().getQueryData(query.queryKey)?.pages[0];
    const followed = { selection: selectionOf(request), revision: first?.metadata.resourceVersion };
    useFollow(queries, live && first !== undefined, followed);
    return result;
  }
  return useInfinite;
}

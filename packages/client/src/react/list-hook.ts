import {
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type UseQueryResult,
  type UseSuspenseQueryResult,
} from "@tanstack/react-query";
import type {
  CountedListResult,
  Included,
  Including,
  IndexShapes,
  InputLike,
  ListResult,
  StoredLike,
} from "@cmgen/model";
import type { CountedListRequest, ListRequest } from "../query/resource-queries.js";
import type { Live, QuerySettings, Resource, ResourceHooks, SuspenseSettings } from "./resource-hooks.js";
import { selectionOf, useFollow } from "./use-follow.js";

/** The hook of a resource's lists. */
export function listHook<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): ResourceHooks<Stored, Input, Indexes, References>["useList"] {
  function useList<
    Field extends keyof References & string = never,
    Count extends string = never,
    Selected = CountedListResult<Stored> & Included<References, Field, Count>,
  >(
    request?: CountedListRequest<Indexes> & Including<Field, Count> & Live,
    settings?: QuerySettings<CountedListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseQueryResult<Selected>;
  function useList<
    Field extends keyof References & string = never,
    Count extends string = never,
    Selected = ListResult<Stored> & Included<References, Field, Count>,
  >(
    request?: ListRequest<Indexes> & Including<Field, Count> & Live,
    settings?: QuerySettings<ListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseQueryResult<Selected>;
  function useList(
    { live = false, ...request }: ListRequest<Indexes> & Live = {},
    settings: object = {},
  ): UseQueryResult {
    const { queries } = useResource();
    const query = queries.list<never>(request);
    const result = useQuery({ ...query, ...settings });
    // Not `result.data`, which may be a placeholder or the result of `select`.
    const list = useQueryClient().getQueryData(query.queryKey);
    const followed = { selection: selectionOf(request), revision: list?.metadata.resourceVersion };
    useFollow(queries, live && list !== undefined, followed);
    return result;
  }
  return useList;
}

/** The hook of a resource's lists that suspends until the list is there. */
export function suspenseListHook<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): ResourceHooks<Stored, Input, Indexes, References>["useSuspenseList"] {
  function useSuspenseList<
    Field extends keyof References & string = never,
    Count extends string = never,
    Selected = CountedListResult<Stored> & Included<References, Field, Count>,
  >(
    request?: CountedListRequest<Indexes> & Including<Field, Count> & Live,
    settings?: SuspenseSettings<CountedListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseSuspenseQueryResult<Selected>;
  function useSuspenseList<
    Field extends keyof References & string = never,
    Count extends string = never,
    Selected = ListResult<Stored> & Included<References, Field, Count>,
  >(
    request?: ListRequest<Indexes> & Including<Field, Count> & Live,
    settings?: SuspenseSettings<ListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseSuspenseQueryResult<Selected>;
  function useSuspenseList(
    { live = false, ...request }: ListRequest<Indexes> & Live = {},
    settings: object = {},
  ): UseSuspenseQueryResult {
    const { queries } = useResource();
    const query = queries.list<never>(request);
    const result = useSuspenseQuery({ ...query, ...settings });
    const list = useQueryClient().getQueryData(query.queryKey);
    useFollow(queries, live, { selection: selectionOf(request), revision: list?.metadata.resourceVersion });
    return result;
  }
  return useSuspenseList;
}

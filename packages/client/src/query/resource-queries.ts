import type { DataTag, InfiniteData, QueryClient } from "@tanstack/query-core";
import type {
  AggregateGroup,
  AggregateOptions,
  AggregateResult,
  Asked,
  CountedListOptions,
  CountedListResult,
  GroupName,
  Included,
  Including,
  IndexShapes,
  InputLike,
  ListOptions,
  ListResult,
  NumericIndexes,
  OnlyIndexes,
  OrderedIndexes,
  Selection,
  SingleIndexes,
  StoredLike,
  WalkOptions,
} from "@cmgen/model";
import type { ResourceClient } from "../resource-client.js";
import { ageOf } from "../object-age.js";
import { createLiveQueries } from "./live-queries.js";
import { resourceMutations, type ResourceMutations } from "./resource-mutations.js";
import {
  aggregateKey,
  listKey,
  objectKey,
  pagesKey,
  resourceKey,
  type ListKey,
  type ObjectKey,
  type PagesKey,
  type ResourceKey,
} from "./resource-keys.js";

/** The part of a client that queries use. */
export type QueriedClient<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
> = Pick<
  ResourceClient<Stored, Input, Indexes, References>,
  | "type"
  | "baseUrl"
  | "~indexes"
  | "~references"
  | "list"
  | "aggregate"
  | "get"
  | "create"
  | "replace"
  | "update"
  | "patch"
  | "apply"
  | "delete"
  | "watch"
  | "cache"
>;

/** Options of a call that a query cannot have: they are not in its key. TanStack Query gives the signal. */
interface NoCallOptions {
  readonly signal?: never;
  readonly headers?: never;
  readonly timeout?: never;
}

/** What is listed: the options of a client's `list`, without those of the call. */
export type ListRequest<Indexes> = ListOptions<Indexes> & NoCallOptions;
/** A list whose objects the service counts. */
export type CountedListRequest<Indexes> = CountedListOptions<Indexes> & NoCallOptions;

/** What is counted and added: the options of a client's `aggregate`, without those of the call. */
export type AggregateRequest<Indexes, Named extends Asked> = AggregateOptions<Indexes, Named> & NoCallOptions;

/** What an endless list shows, and how many objects a page of it has: 50, unless `limit` gives another number. */
export type EndlessListRequest<Indexes> = WalkOptions<Indexes> &
  NoCallOptions & {
    /** `true` counts the objects with each page. Default `false`. */
    readonly total?: boolean;
  };

/** The pages of an endless list that were fetched, and where each starts. */
export type Pages<Page> = InfiniteData<Page, string | undefined>;

/** What a query is given when it is run. */
export interface QueryContext {
  readonly signal: AbortSignal;
  /** The cache that it is run for. */
  readonly client?: QueryClient;
}

/** A query's options, for `useQuery`, `fetchQuery` and all others that take them. Its key knows the type of its data. */
export interface QueryOptionsOf<Key extends readonly unknown[], Data> {
  readonly queryKey: DataTag<Key, Data>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
  /** The client retries by itself, and knows `Retry-After`. */
  readonly retry: false;
}

/** The options of an endless list, for `useInfiniteQuery`, `fetchInfiniteQuery` and all others that take them. */
export interface PagesOptionsOf<Page> {
  readonly queryKey: DataTag<PagesKey, Pages<Page>>;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string | undefined;
  }) => Promise<Page>;
  readonly initialPageParam: string | undefined;
  /** Where the next page starts; `undefined` after the last. */
  getNextPageParam(last: Page): string | undefined;
  readonly retry: false;
}

/** Queries and mutations of one resource. */
export interface ResourceQueries<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
> extends ResourceMutations<Stored, Input> {
  /** What the keys of all these queries begin with: `invalidateQueries({ queryKey: peopleQueries.key })`. */
  readonly key: ResourceKey;
  /** Objects are counted unless `total` is `false`; by `limit` only where it is `true`. */
  list<const Field extends keyof References & string = never, Count extends string = never, Key extends string = never>(
    request?: CountedListRequest<Indexes> & Including<Field, Count> & OnlyIndexes<Key, Indexes>,
  ): QueryOptionsOf<ListKey, CountedListResult<Stored> & Included<References, Field, Count>>;
  list<const Field extends keyof References & string = never, Count extends string = never, Key extends string = never>(
    request?: ListRequest<Indexes> & Including<Field, Count> & OnlyIndexes<Key, Indexes>,
  ): QueryOptionsOf<ListKey, ListResult<Stored> & Included<References, Field, Count>>;
  /** A list that is fetched page by page as the reader goes on, at the same cost however far. */
  pages<
    const Field extends keyof References & string = never,
    Count extends string = never,
    Key extends string = never,
  >(
    request?: EndlessListRequest<Indexes> & Including<Field, Count> & OnlyIndexes<Key, Indexes>,
  ): PagesOptionsOf<ListResult<Stored> & Included<References, Field, Count>>;
  /** Counts and sums, fetched again with the lists. */
  aggregate<
    // The templates make a compile error print the names, and not the names of types.
    // oxlint-disable typescript/no-unnecessary-template-expression
    const By extends `${GroupName<Indexes>}` = never,
    const Sum extends `${keyof NumericIndexes<Indexes> & string}` = never,
    const Min extends `${keyof OrderedIndexes<Indexes> & string}` = never,
    const Max extends `${keyof OrderedIndexes<Indexes> & string}` = never,
    const Avg extends `${keyof NumericIndexes<Indexes> & string}` = never,
    const Distinct extends `${keyof SingleIndexes<Indexes> & string}` = never,
    // oxlint-enable typescript/no-unnecessary-template-expression
    Key extends string = never,
  >(
    request?: AggregateRequest<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }> &
      OnlyIndexes<Key, Indexes>,
  ): QueryOptionsOf<
    ListKey,
    AggregateResult<AggregateGroup<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }>>
  >;
  object(name: string): QueryOptionsOf<ObjectKey, Stored>;
  /**
   * Keeps these queries up to date by a watch, until the returned function is called: what changes is changed in the cache, and lists
   * are fetched again, at most once a second. Followers of one selection share a connection.
   *
   * @param revision The `metadata.resourceVersion` of the list that is shown; without one all these queries are fetched again first.
   */
  follow<Key extends string = never>(
    queries: QueryClient,
    selection?: Selection<Indexes> & OnlyIndexes<Key, Indexes>,
    revision?: string,
  ): () => void;
}

/** Objects of a page of an endless list. */
const PAGE = 50;

/** The queries and mutations of what `client` is for, made once for each client. */
export function resourceQueries<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
>(client: QueriedClient<Stored, Input, Indexes, References>): ResourceQueries<Stored, Input, Indexes, References> {
  const key = resourceKey(client);
  function list<Field extends keyof References & string = never, Count extends string = never>(
    request?: CountedListRequest<Indexes> & Including<Field, Count>,
  ): QueryOptionsOf<ListKey, CountedListResult<Stored> & Included<References, Field, Count>>;
  function list<Field extends keyof References & string = never, Count extends string = never>(
    request?: ListRequest<Indexes> & Including<Field, Count>,
  ): QueryOptionsOf<ListKey, ListResult<Stored> & Included<References, Field, Count>>;
  function list(request: ListRequest<Indexes> = {}): QueryOptionsOf<ListKey, ListResult<Stored>> {
    return query(listKey(key, request), (signal) => client.list<never>({ ...request, signal }));
  }
  function pages<Field extends keyof References & string = never, Count extends string = never>(
    request?: EndlessListRequest<Indexes> & Including<Field, Count>,
  ): PagesOptionsOf<ListResult<Stored> & Included<References, Field, Count>>;
  function pages(given: EndlessListRequest<Indexes> = {}): PagesOptionsOf<ListResult<Stored>> {
    const request = { limit: PAGE, ...given };
    return {
      queryKey: tagged<PagesKey, Pages<ListResult<Stored>>>(pagesKey(key, request)),
      queryFn: ({ signal, pageParam }) =>
        client.list<never>({ ...request, ...(pageParam !== undefined && { cursor: pageParam }), signal }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      retry: false,
    };
  }
  return {
    key,
    list,
    pages,
    aggregate: (request = {}) =>
      query(aggregateKey(key, request), (signal) => client.aggregate({ ...request, signal })),
    object: (name) => objectQuery<Stored>(objectKey(key, name), (signal) => client.get(name, { signal })),
    ...resourceMutations(client, key),
    follow: createLiveQueries<Stored, Indexes>(
      { list: (options) => client.list<never>(options), watch: (options) => client.watch<never>(options) },
      key,
    ),
  };
}

function query<Key extends readonly unknown[], Data>(
  queryKey: Key,
  call: (signal: AbortSignal) => Promise<Data>,
): QueryOptionsOf<Key, Data> {
  return { queryKey: tagged<Key, Data>(queryKey), queryFn: ({ signal }) => call(signal), retry: false };
}

function objectQuery<Stored extends StoredLike>(
  queryKey: ObjectKey,
  get: (signal: AbortSignal) => Promise<Stored>,
): QueryOptionsOf<ObjectKey, Stored> {
  return {
    ...query<ObjectKey, Stored>(queryKey, get),
    queryFn: async ({ signal, client: queries }) => {
      const cached = (): Stored | undefined => queries?.getQueryData<Stored>(queryKey);
      const before = cached();
      const fetched = await get(signal);
      const held = cached();
      // A change that came meanwhile is newer than an answer which was on its way.
      return held !== undefined && held !== before && ageOf(fetched) < ageOf(held) ? held : fetched;
    },
  };
}

/** A tag is a type alone: no key has it when the program runs. */
function tagged<Key extends readonly unknown[], Data>(queryKey: Key): DataTag<Key, Data> {
  return queryKey as DataTag<Key, Data>;
}

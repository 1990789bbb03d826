import type {
  MutateOptions,
  QueryKey,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
} from "@tanstack/react-query";
import type {
  AggregateGroup,
  AggregateResult,
  CountedListResult,
  GroupName,
  Included,
  Including,
  IndexShapes,
  InputLike,
  ListResult,
  Named,
  New,
  NumericIndexes,
  OnlyIndexes,
  OrderedIndexes,
  Selection,
  SingleIndexes,
  StoredLike,
} from "@cmgen/model";
import type {
  AggregateRequest,
  CountedListRequest,
  EndlessListRequest,
  ListRequest,
  Pages,
  QueriedClient,
  ResourceQueries,
} from "../query/resource-queries.js";
import type { Deletion, Patching, StatusUpdate, Update } from "../query/resource-mutations.js";
import type { Rollback } from "../query/cached-objects.js";
import type { AllObjects, SharedCache } from "./shared-cache.js";

/** What the hooks of a resource share below one provider. */
export interface Resource<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
> {
  readonly client: QueriedClient<Stored, Input, Indexes, References>;
  readonly queries: ResourceQueries<Stored, Input, Indexes, References>;
  /** By the text of their selections. */
  readonly caches: Map<string, SharedCache<Stored>>;
}

/** Options of TanStack Query's `useQuery`, but for what the hook gives it. */
export type QuerySettings<Data, Selected = Data> = Omit<UseQueryOptions<Data, Error, Selected>, "queryKey" | "queryFn">;

/** Options of TanStack Query's `useSuspenseQuery`, but for what the hook gives it. */
export type SuspenseSettings<Data, Selected = Data> = Omit<
  UseSuspenseQueryOptions<Data, Error, Selected>,
  "queryKey" | "queryFn"
>;

/** Options of TanStack Query's `useInfiniteQuery`, but for what the hook gives it. */
export type PagesSettings<Page, Selected = Pages<Page>> = Omit<
  UseInfiniteQueryOptions<Page, Error, Selected, QueryKey, string | undefined>,
  "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam" | "getPreviousPageParam"
>;

export interface Live {
  /** Show changes as they happen. Default `false`. */
  readonly live?: boolean;
}

/** A refused replacement: somebody else has changed the object since it was read. */
export interface ReplaceConflict<Stored, Input> {
  /** What was sent. */
  readonly yours: Named<Input>;
  /** What the object is now. */
  readonly theirs: Stored;
  /** Sends yours again, for the version that theirs is of. Takes what `mutate` takes as its second argument. */
  readonly overwrite: (callbacks?: MutateOptions<Stored, Error, Named<Input>, Rollback | undefined>) => void;
}

/** What `useMutation` returns. */
export type Mutating<Stored, Variables> = UseMutationResult<Stored, Error, Variables, Rollback | undefined>;

export type Replacing<Stored, Input> = Mutating<Stored, Named<Input>> & {
  /** What to decide on after a `Conflict`; `reset()` keeps theirs. */
  readonly conflict: ReplaceConflict<Stored, Input> | undefined;
};

/** The hooks of one resource. Generated code names them after a model: `usePeople`, `usePerson`, `useUpdatePerson`. */
export interface ResourceHooks<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
> {
  /** A page of objects. They are counted unless `total` is `false`; by `limit` only where it is `true`. */
  useList<
    const Field extends keyof References & string = never,
    Count extends string = never,
    Selected = CountedListResult<Stored> & Included<References, Field, Count>,
    Key extends string = never,
  >(
    this: void,
    request?: CountedListRequest<Indexes> & Including<Field, Count> & Live & OnlyIndexes<Key, Indexes>,
    settings?: QuerySettings<CountedListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseQueryResult<Selected>;
  useList<
    const Field extends keyof References & string = never,
    Count extends string = never,
    Selected = ListResult<Stored> & Included<References, Field, Count>,
    Key extends string = never,
  >(
    this: void,
    request?: ListRequest<Indexes> & Including<Field, Count> & Live & OnlyIndexes<Key, Indexes>,
    settings?: QuerySettings<ListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseQueryResult<Selected>;
  /** A list that is fetched page by page: `fetchNextPage` goes on, `hasNextPage` says whether there is more. */
  useInfinite<
    const Field extends keyof References & string = never,
    Count extends string = never,
    Selected = Pages<ListResult<Stored> & Included<References, Field, Count>>,
    Key extends string = never,
  >(
    this: void,
    request?: EndlessListRequest<Indexes> & Including<Field, Count> & Live & OnlyIndexes<Key, Indexes>,
    settings?: PagesSettings<ListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseInfiniteQueryResult<Selected>;
  /** As `useList`, suspended until the list is there: `data` is never undefined. */
  useSuspenseList<
    const Field extends keyof References & string = never,
    Count extends string = never,
    Selected = CountedListResult<Stored> & Included<References, Field, Count>,
    Key extends string = never,
  >(
    this: void,
    request?: CountedListRequest<Indexes> & Including<Field, Count> & Live & OnlyIndexes<Key, Indexes>,
    settings?: SuspenseSettings<CountedListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseSuspenseQueryResult<Selected>;
  useSuspenseList<
    const Field extends keyof References & string = never,
    Count extends string = never,
    Selected = ListResult<Stored> & Included<References, Field, Count>,
    Key extends string = never,
  >(
    this: void,
    request?: ListRequest<Indexes> & Including<Field, Count> & Live & OnlyIndexes<Key, Indexes>,
    settings?: SuspenseSettings<ListResult<Stored> & Included<References, Field, Count>, Selected>,
  ): UseSuspenseQueryResult<Selected>;
  /** Counts and sums of objects, in groups. */
  useAggregate<
    // The templates make a compile error print the names, and not the names of types.
    // oxlint-disable typescript/no-unnecessary-template-expression
    const By extends `${GroupName<Indexes>}` = never,
    const Sum extends `${keyof NumericIndexes<Indexes> & string}` = never,
    const Min extends `${keyof OrderedIndexes<Indexes> & string}` = never,
    const Max extends `${keyof OrderedIndexes<Indexes> & string}` = never,
    const Avg extends `${keyof NumericIndexes<Indexes> & string}` = never,
    const Distinct extends `${keyof SingleIndexes<Indexes> & string}` = never,
    // oxlint-enable typescript/no-unnecessary-template-expression
    Selected = AggregateResult<
      AggregateGroup<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }>
    >,
    Key extends string = never,
  >(
    this: void,
    request?: AggregateRequest<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }> &
      Live &
      OnlyIndexes<Key, Indexes>,
    settings?: QuerySettings<
      AggregateResult<AggregateGroup<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }>>,
      Selected
    >,
  ): UseQueryResult<Selected>;
  /** One object, suspended until it is there. */
  useSuspenseObject<Selected = Stored>(
    this: void,
    name: string,
    settings?: SuspenseSettings<Stored, Selected> & Live,
  ): UseSuspenseQueryResult<Selected>;
  /** One object; nothing is fetched while `name` is `undefined`. */
  useObject<Selected = Stored>(
    this: void,
    name: string | undefined,
    settings?: QuerySettings<Stored, Selected> & Live,
  ): UseQueryResult<Selected>;
  /** Every object of a selection, in memory and live: for choices and boards, not for collections that grow without bound. */
  useAll<Key extends string = never>(
    this: void,
    selection?: Selection<Indexes> & OnlyIndexes<Key, Indexes>,
  ): AllObjects<Stored>;
  useCreate(this: void): Mutating<Stored, New<Input>>;
  /** Shown at once, and taken back where it fails. Give the object as it was read, with your changes. */
  useReplace(this: void): Replacing<Stored, Input>;
  /** Merges changes into an object: see the client's `update`. */
  useUpdate(this: void): Mutating<Stored, Update<Input>>;
  /** Applies a JSON Patch. */
  usePatch(this: void): Mutating<Stored, Patching>;
  /** Creates an object, or merges into the one of its name. */
  useApply(this: void): Mutating<Stored, Named<Input>>;
  /** Changes the status. */
  useUpdateStatus(this: void): Mutating<Stored, StatusUpdate<Stored>>;
  /** Shown at once, and taken back where it fails. */
  useDelete(this: void): Mutating<Stored, Deletion>;
  /** The client itself, for everything else. */
  useClient(this: void): QueriedClient<Stored, Input, Indexes, References>;
  /** What the hooks are made of: keys, and the options of queries and mutations. */
  useQueries(this: void): ResourceQueries<Stored, Input, Indexes, References>;
}

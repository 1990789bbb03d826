import type { ObjectState } from "../envelope/entity-tag.js";
import type { ObjectMetaInput, StoredObjectMeta } from "../envelope/extension.js";
import type { Selection } from "../query/condition.js";
import type { JsonPatch, MergePatch } from "../wire/json-patch.js";
import type { ResourceList } from "../wire/resource-list.js";
import type { ChangeEvent } from "../wire/watch-event.js";
import type {
  AggregateGroup,
  AggregateOptions,
  AggregateResult,
  GroupName,
  NumericIndexes,
  OrderedIndexes,
  SingleIndexes,
} from "./aggregate.js";
import type { Changes } from "./changes.js";
import type {
  CountedListOptions,
  Deleting,
  Including,
  ListOptions,
  OnlyIndexes,
  WalkOptions,
  WatchOptions,
} from "./list-options.js";

/** A page of objects as the service answers it. */
export interface ListResult<Stored> extends ResourceList<Stored> {
  /** Where the next page by `limit` begins: give it as `cursor`. Absent on the last one. */
  readonly nextCursor?: string;
}

/** A page of objects that were counted. */
export interface CountedListResult<Stored> extends ListResult<Stored> {
  readonly total: number;
  readonly totalPages: number;
}

/** What is answered beside a page's objects, as far as it was asked for. */
export type Included<References, Field extends keyof References, Count extends string> = ([Field] extends [never]
  ? unknown
  : IncludedObjects<References, Field>) &
  ([Count] extends [never] ? unknown : CountedReferrers<Count>);

/** The objects that a page's objects refer to, by the reference and then by their names. One that is not there is left out. */
interface IncludedObjects<References, Field extends keyof References> {
  readonly included: { readonly [Name in Field]: { readonly [name: string]: References[Name] | undefined } };
}

/** How many objects refer to each of a page's, by the names of the counts and then of the objects. */
interface CountedReferrers<Count extends string> {
  readonly counts: { readonly [Name in Count]: { readonly [name: string]: number } };
}

export interface StoredLike {
  readonly metadata: StoredObjectMeta;
}

export interface InputLike {
  readonly metadata: ObjectMetaInput;
}

/** An object that says which one it is. */
export type Named<Input> = Input & { readonly metadata: { readonly name: string } };

/** An object to create: without a name it gets one. */
export type New<Input extends InputLike> = Omit<Input, "metadata"> & { readonly metadata?: Input["metadata"] };

/** What a write may be made to depend on. */
export interface WriteOptions {
  /** Only if the object is still as it was read: its `metadata` then. Else the write is refused with `PreconditionFailed`. */
  readonly ifMatch?: ObjectState;
}

/**
 * What an update makes of an object, as a function: it returns the new object, or changes the one that it is given. It may be called several
 * times, so it must do nothing else.
 */
export type Change<Stored, Input> = (object: Stored) => Named<Input> | void | Promise<Named<Input> | void>;

/** What an object says of its status. */
type StatusOf<Stored> = Stored extends { readonly status?: infer Status } ? NonNullable<Status> : never;

/** All objects selected: what a copy holds is to be replaced by them. */
export interface ResetEvent<Stored> {
  readonly type: "RESET";
  /** The revision that the list shows, or an earlier one: changes between the two are told again. */
  readonly resourceVersion: string;
  readonly objects: readonly Stored[];
}

/** The status of objects, which the main endpoint of a model with a status does not write. */
export interface StatusOfObjects<Stored, Call = {}> {
  /**
   * Changes the status and nothing else: `status` is merged into the stored one (`null` removes), or a function returns the new status. If
   * somebody else was faster, the function is called again with the newest state.
   */
  update(
    name: string,
    status: MergePatch<StatusOf<Stored>> | ((object: Stored) => StatusOf<Stored> | Promise<StatusOf<Stored>>),
    options?: WriteOptions & Call,
  ): Promise<Stored>;
}

/**
 * The objects of one type: the same methods in a client, in the code of a service, and in its tests. Every rule of the HTTP API holds, and what
 * is refused has the same `code`.
 *
 * @typeParam Call what every call takes besides: a client's headers and time limits.
 */
export interface Objects<Stored extends StoredLike, Input extends InputLike, Indexes, References = {}, Call = {}> {
  /** Refused with `NotFound` where there is none of that name. */
  get(name: string, options?: Call): Promise<Stored>;
  /** The object, or `undefined` where there is none of that name. */
  find(name: string, options?: Call): Promise<Stored | undefined>;
  /** Whether there is an object of that name. */
  exists(name: string, options?: Call): Promise<boolean>;
  /**
   * One page, or all objects. They are counted unless `total` is `false`; pages by `limit` only where it is `true`. With `include` and `counts` it has
   * the objects that they refer to, and how many refer to them.
   */
  list<const Field extends keyof References & string = never, Count extends string = never, Key extends string = never>(
    options?: CountedListOptions<Indexes> & Including<Field, Count> & Call & OnlyIndexes<Key, Indexes>,
  ): Promise<CountedListResult<Stored> & Included<References, Field, Count>>;
  list<const Field extends keyof References & string = never, Count extends string = never, Key extends string = never>(
    options?: ListOptions<Indexes> & Including<Field, Count> & Call & OnlyIndexes<Key, Indexes>,
  ): Promise<ListResult<Stored> & Included<References, Field, Count>>;
  /** Every page of a list, one after another, in bounded memory. */
  pages<Key extends string = never>(
    options?: WalkOptions<Indexes> & Call & OnlyIndexes<Key, Indexes>,
  ): AsyncIterableIterator<ListResult<Stored>>;
  /**
   * Every object selected, one after another, in bounded memory. They are read in pages, not from one snapshot: objects written in the meantime
   * may be included or not.
   */
  each<Key extends string = never>(
    options?: WalkOptions<Indexes> & Call & OnlyIndexes<Key, Indexes>,
  ): AsyncIterableIterator<Stored>;
  /** How many objects are selected. */
  count<Key extends string = never>(
    options?: Selection<Indexes> & Deleting & Call & OnlyIndexes<Key, Indexes>,
  ): Promise<number>;
  /**
   * Counts the objects selected, and adds, averages and compares the values of their indexes, in groups:
   *
   *     await issues.aggregate({ groupBy: "spec.state", sum: "spec.hours" });
   */
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
    options?: AggregateOptions<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }> &
      Call &
      OnlyIndexes<Key, Indexes>,
  ): Promise<
    AggregateResult<AggregateGroup<Indexes, { by: By; sum: Sum; min: Min; max: Max; avg: Avg; distinct: Distinct }>>
  >;
  /**
   * Creates the object. Without `metadata.name` it gets one: `metadata.generateName`, or the singular name of the type and `-`, and random
   * letters and digits.
   */
  create(object: New<Input>, options?: Call): Promise<Stored>;
  /** Puts `object` in the place of the one of its name. With `metadata.version`, a change in between is a `Conflict`. */
  replace(object: Named<Input>, options?: WriteOptions & Call): Promise<Stored>;
  /**
   * Changes an object. Given changes are merged into it: see {@link Changes}. A function gets the object and returns what it becomes, or changes
   * it; if somebody else was faster, it is called again with the newest state, for ten seconds.
   *
   *     await issues.update("leak", { spec: { state: "closed", due: null } });
   *     await issues.update("leak", (issue) => { issue.spec.tags?.push("plumbing"); });
   */
  update(name: string, change: Changes<Input> | Change<Stored, Input>, options?: WriteOptions & Call): Promise<Stored>;
  /** Applies a JSON Patch: a list of operations, all or none of which take effect. */
  patch(name: string, operations: JsonPatch, options?: WriteOptions & Call): Promise<Stored>;
  /**
   * Creates the object, or merges what is given into the one of its name: members that are not given stay as they are. With
   * `metadata.version`, a change in between is a `Conflict`.
   */
  apply(object: Named<Input>, options?: Call): Promise<Stored>;
  /** Returns the last state; where there are finalizers, the object that now waits for them. */
  delete(name: string, options?: WriteOptions & Call): Promise<Stored>;
  /**
   * Deletes every object selected: all of them where neither `where` nor `labels` is given. One that is given and has no condition is
   * refused with `InvalidQuery`, and one that is undefined with a `TypeError`.
   */
  deleteMany<Key extends string = never>(
    options: Selection<Indexes> & Call & OnlyIndexes<Key, Indexes>,
  ): Promise<ListResult<Stored>>;
  readonly status: StatusOfObjects<Stored, Call>;
  /**
   * Committed changes from `resourceVersion` on, without end; a broken connection is taken up where it broke. Ends when its `signal` is
   * aborted. Rejects with `Expired` where the service no longer has what is to come next: list again, and watch from there.
   */
  watch<Key extends string = never>(
    options?: WatchOptions<Indexes> & Call & OnlyIndexes<Key, Indexes> & { readonly relist?: false },
  ): AsyncIterableIterator<ChangeEvent<Stored>>;
  /**
   * The same, and instead of `Expired` a `RESET` with all objects selected, after which changes go on. It begins with one, unless
   * `resourceVersion` is given.
   */
  watch<Key extends string = never>(
    options: WatchOptions<Indexes> & Call & OnlyIndexes<Key, Indexes>,
  ): AsyncIterableIterator<ChangeEvent<Stored> | ResetEvent<Stored>>;
}

/**
 * Conditions that a program has meant to give, and that turn out to be undefined, must not become "all objects".
 *
 * @throws {TypeError} for `where` or `labels` that is there and undefined.
 */
export function assertMeant(given: Selection<unknown>): void {
  for (const name of ["where", "labels"] as const) {
    if (!(name in given) || given[name] !== undefined) continue;
    throw new TypeError(`${name} is undefined. Leave it out to select all`);
  }
}

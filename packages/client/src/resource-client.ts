import type {
  ChangeEvent,
  IndexShapes,
  JsonPatch,
  MergePatch,
  ObjectMetaInput,
  ObjectState,
  ResourceList,
  Selection,
  StoredObjectMeta,
} from "@cmgen/model";
import type { CallOptions, ResourceType, WriteOptions } from "./client-options.js";
import type {
  CountedListOptions,
  Including,
  ListAllOptions,
  ListOptions,
  OnlyIndexes,
  WatchOptions,
} from "./list-options.js";

/** A page of objects as the service answers it. */
export type ListResult<Stored> = ResourceList<Stored>;

/** A page of objects that the service has counted. */
export interface CountedListResult<Stored> extends ListResult<Stored> {
  readonly total: number;
  readonly totalPages: number;
}

/** The objects that a page's objects refer to, by the reference and then by their names. One that is not there is left out. */
export interface Included<References, Field extends keyof References> {
  readonly included: { readonly [Name in Field]: { readonly [name: string]: References[Name] | undefined } };
}

export interface StoredLike {
  readonly metadata: StoredObjectMeta;
}

export interface InputLike {
  readonly metadata: ObjectMetaInput;
}

/** An object that says which one it is. */
export type Named<Input> = Input & { readonly metadata: { readonly name: string } };

/** A new `status`; with `metadata.uid` or `metadata.version`, only for that object or version. */
export interface StatusInput<Stored> {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly version?: number };
  readonly status?: Stored extends { readonly status?: infer Status } ? Status : never;
}

/** The subresource `status` of objects. */
export interface StatusClient<Stored> {
  get(name: string, options?: CallOptions): Promise<Stored>;
  update(object: StatusInput<Stored>, options?: WriteOptions): Promise<Stored>;
  patch(
    name: string,
    patch: MergePatch<Pick<StatusInput<Stored>, "status">> | JsonPatch,
    options?: WriteOptions,
  ): Promise<Stored>;
}

/** All objects selected: what a copy holds is to be replaced by them. */
export interface ResetEvent<Stored> {
  readonly type: "RESET";
  /** The revision that the list shows, or an earlier one: changes between the two are told again. */
  readonly resourceVersion: string;
  readonly objects: readonly Stored[];
}

/** A value of a cache's index. */
export type IndexKey = string | number | boolean;

/** What a cache holds, and what it finds objects by besides their names. */
export interface CacheOptions<Stored, Indexes, Index extends string>
  extends Selection<Indexes>, Omit<CallOptions, "signal"> {
  /** By index, the value or values of an object; `undefined` for none. They need not be indexes of the service. */
  readonly indexes?: Readonly<Record<Index, (object: Stored) => IndexKey | readonly IndexKey[] | undefined>>;
}

/** A copy of the objects selected, kept up to date. */
export interface ObjectCache<Stored, Index extends string> {
  /** Resolves once all objects are there. Until then the cache is empty. */
  readonly ready: Promise<void>;
  /** Why the copy is not followed at the moment; it is tried again. Absent where all is well, or the connection has just broken. */
  readonly error: unknown;
  get(name: string): Stored | undefined;
  /** All objects, by name. The same list until an object changes. */
  list(): readonly Stored[];
  /** The objects for which the index has the value, by name. */
  find(index: Index, value: IndexKey): readonly Stored[];
  /** Calls `listener` after each change of the copy, or of `error`, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Ends the connection. What the cache holds stays readable. */
  close(): void;
}

/** How a change of an object is written. */
export interface ChangeOptions extends CallOptions {
  /** How often the object is read and changed again after somebody else has changed it in between. Default 5; 0 gives up at once. */
  readonly retries?: number;
}

/**
 * The objects of one type, over HTTP. Every method rejects with an {@link ApiProblem}, whose `code` says what has gone wrong, or with the
 * reason of its signal.
 */
export interface ResourceClient<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
> {
  /** What the objects are. */
  readonly type: ResourceType;
  /** Never there: lets TypeScript infer the indexes, and what references lead to, which the methods alone do not. */
  readonly "~indexes"?: Indexes;
  readonly "~references"?: References;
  /** With the objects that the page's objects refer to. */
  list<const Field extends keyof References & string, Key extends string = never>(
    options: CountedListOptions<Indexes> & Including<Field> & OnlyIndexes<Key, Indexes>,
  ): Promise<CountedListResult<Stored> & Included<References, Field>>;
  list<const Field extends keyof References & string, Key extends string = never>(
    options: ListOptions<Indexes> & Including<Field> & OnlyIndexes<Key, Indexes>,
  ): Promise<ListResult<Stored> & Included<References, Field>>;
  /** Objects are counted unless `total` is `false`; in stretches by `limit` only where it is `true`. */
  list<Key extends string = never>(
    options?: CountedListOptions<Indexes> & OnlyIndexes<Key, Indexes>,
  ): Promise<CountedListResult<Stored>>;
  list<Key extends string = never>(
    options?: ListOptions<Indexes> & OnlyIndexes<Key, Indexes>,
  ): Promise<ListResult<Stored>>;
  /** Every object selected, one after another, fetched in stretches. */
  listAll<Key extends string = never>(
    options?: ListAllOptions<Indexes> & OnlyIndexes<Key, Indexes>,
  ): AsyncIterableIterator<Stored>;
  get(name: string, options?: CallOptions): Promise<Stored>;
  /** The object, or `undefined` if it is still as it was read, when its `metadata` was `known`; then the answer costs little. */
  getIfChanged(name: string, known: ObjectState, options?: CallOptions): Promise<Stored | undefined>;
  /** Whether there is an object of that name. */
  exists(name: string, options?: CallOptions): Promise<boolean>;
  /** Creates the object under its name, or under one made from `metadata.generateName`. */
  create(object: Input, options?: CallOptions): Promise<Stored>;
  /** Puts `object` in the place of the one of its name. With `metadata.version`, a change in between is a `Conflict`. */
  update(object: Named<Input>, options?: WriteOptions): Promise<Stored>;
  /**
   * Reads the object, puts what `change` makes of it in its place, and starts over where somebody else was faster. `change` may be called
   * several times, each time with the newest state.
   */
  update(
    name: string,
    change: (object: Stored) => Named<Input> | Promise<Named<Input>>,
    options?: ChangeOptions,
  ): Promise<Stored>;
  /**
   * Creates the object, or merges what is given into the one of its name: members that are not given stay as they are. With
   * `metadata.version`, a change in between is a `Conflict`.
   */
  apply(object: Named<Input>, options?: CallOptions): Promise<Stored>;
  /** Applies a JSON Merge Patch (an object) or a JSON Patch (a list of operations). */
  patch(name: string, patch: MergePatch<Input> | JsonPatch, options?: WriteOptions): Promise<Stored>;
  /** Returns the last state; where there are finalizers, the object that now waits for them. */
  delete(name: string, options?: WriteOptions): Promise<Stored>;
  /**
   * Deletes every object selected: all of them where neither `where` nor `labels` is given. One that is given and has no condition is
   * refused with `InvalidQuery`, and one that is undefined with a `TypeError`.
   */
  deleteCollection<Key extends string = never>(
    options: Selection<Indexes> & CallOptions & OnlyIndexes<Key, Indexes>,
  ): Promise<ListResult<Stored>>;
  readonly status: StatusClient<Stored>;
  /**
   * Committed changes from `resourceVersion` on, without end; a broken connection is taken up where it broke. Ends when `signal` is
   * aborted. Rejects with `Expired` where the service no longer has what is to come next: list again, and watch from there.
   */
  watch<Key extends string = never>(
    options?: WatchOptions<Indexes> & OnlyIndexes<Key, Indexes> & { readonly relist?: false },
  ): AsyncIterableIterator<ChangeEvent<Stored>>;
  /**
   * The same, and instead of `Expired` a `RESET` with all objects selected, after which changes go on. It begins with one, unless
   * `resourceVersion` is given.
   */
  watch<Key extends string = never>(
    options: WatchOptions<Indexes> & OnlyIndexes<Key, Indexes>,
  ): AsyncIterableIterator<ChangeEvent<Stored> | ResetEvent<Stored>>;
  /** Keeps a copy of the objects selected by a list and a watch, over broken connections and restarts, until it is closed. */
  cache<Index extends string = never, Key extends string = never>(
    options?: CacheOptions<Stored, Indexes, Index> & OnlyIndexes<Key, Indexes>,
  ): ObjectCache<Stored, Index>;
}

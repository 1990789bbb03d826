import type { ChangeEvent, JsonPatch, MergePatch, ObjectMetaInput, ResourceList, StoredObjectMeta } from "@cmgen/model";
import type { CallOptions, WriteOptions } from "./client-options.js";
import type { IndexShapes } from "./condition.js";
import type { CountedListOptions, ListAllOptions, ListOptions, Selection, WatchOptions } from "./list-options.js";

/** A page of objects as the service answers it. */
export type ListResult<Stored> = ResourceList<Stored>;

/** A page of objects that the service has counted. */
export interface CountedListResult<Stored> extends ListResult<Stored> {
  readonly total: number;
  readonly totalPages: number;
}

export interface StoredLike {
  readonly metadata: StoredObjectMeta;
}

export interface InputLike {
  readonly metadata: ObjectMetaInput;
}

/** An object that says which one it is. */
export type Named<Input> = Input & { readonly metadata: { readonly name: string } };

/** A new `status`; with `metadata.version`, only for that version of the object. */
export interface StatusInput<Stored> {
  readonly metadata: { readonly name: string; readonly version?: number };
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

/**
 * The objects of one type, over HTTP. Every method rejects with an {@link ApiProblem} where the service refuses, with an
 * {@link UnexpectedResponse} where something else answers, and with what `fetch` throws where nothing does.
 */
export interface ResourceClient<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
> {
  /** Objects are counted unless `total` is `false`; in stretches by `limit` only where it is `true`. */
  list(options?: CountedListOptions<Indexes>): Promise<CountedListResult<Stored>>;
  list(options?: ListOptions<Indexes>): Promise<ListResult<Stored>>;
  /** Every object selected, one after another, fetched in stretches. */
  listAll(options?: ListAllOptions<Indexes>): AsyncIterableIterator<Stored>;
  get(name: string, options?: CallOptions): Promise<Stored>;
  /** The object, or `undefined` if `version` is still the one it has; then the answer costs little. */
  getIfChanged(name: string, version: number, options?: CallOptions): Promise<Stored | undefined>;
  /** Creates the object under its name, or under one made from `metadata.generateName`. */
  create(object: Input, options?: CallOptions): Promise<Stored>;
  /** Puts `object` in the place of the one of its name. With `metadata.version`, a change in between is a `Conflict`. */
  update(object: Named<Input>, options?: WriteOptions): Promise<Stored>;
  /** Applies a JSON Merge Patch (an object) or a JSON Patch (a list of operations). */
  patch(name: string, patch: MergePatch<Input> | JsonPatch, options?: WriteOptions): Promise<Stored>;
  /** Returns the last state; where there are finalizers, the object that now waits for them. */
  delete(name: string, options?: WriteOptions): Promise<Stored>;
  /**
   * Deletes every object selected: all of them where neither `where` nor `labels` is given. One that is given and has no condition is
   * refused with `InvalidQuery`, and one that is undefined with a `TypeError`.
   */
  deleteCollection(options: Selection<Indexes> & CallOptions): Promise<ListResult<Stored>>;
  readonly status: StatusClient<Stored>;
  /**
   * Committed changes from `resourceVersion` on, without end; a broken connection is taken up where it broke. Ends when `signal` is
   * aborted. Rejects with `Expired` where the service no longer has what is to come next: list again, and watch from there.
   */
  watch(options?: WatchOptions<Indexes>): AsyncIterableIterator<ChangeEvent<Stored>>;
}

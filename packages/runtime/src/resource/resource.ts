import type {
  AnyIndexes,
  Input,
  JsonPatch,
  MergePatch,
  ObjectState,
  ResourceList,
  Selection,
  SortKey,
  Stored,
} from "@cmgen/model";
import type { ExtensionObject } from "../model/model-descriptor.js";

/** Which objects a list is about and in which order: as generated clients say it (HTTP API, Lists). */
export interface ListQuery<Indexes = AnyIndexes> extends Selection<Indexes> {
  /** The first key is the strongest. Default: newest first. */
  readonly sort?: readonly SortKey<Indexes>[];
  /** From 1. */
  readonly page?: number;
  readonly size?: number;
  readonly limit?: number;
  readonly continue?: string;
  /** `false` spares the counting. */
  readonly total?: boolean;
}

/** A query whose objects are counted: pages by number, unless `total` is `false`, and pages by `limit` where it is `true`. */
export type CountedListQuery<Indexes = AnyIndexes> = ListQuery<Indexes> &
  ({ readonly limit?: never; readonly total?: true } | { readonly total: true });

/** A page of objects that were counted. */
export interface CountedList<T> extends ResourceList<T> {
  readonly total: number;
  readonly totalPages: number;
}

/** A new `status` for an object; with `uid` or `version`, only for that object or version. */
export interface StatusUpdate<T extends ExtensionObject> {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly version?: number };
  readonly status?: T["status"];
}

/**
 * Objects of one type, for a plugin's own code. Every rule of the HTTP API applies here too. What is refused there throws an `ApiError` with the
 * same code here.
 */
export interface Resource<T extends ExtensionObject, Indexes = AnyIndexes> {
  /** @throws {ApiError} `NotFound`. */
  get(name: string): Promise<Stored<T>>;
  find(name: string): Promise<Stored<T> | undefined>;
  /**
   * One page, as the HTTP API answers it. A value in a condition is that value and nothing else, wherever it comes from.
   *
   * Conditions may have 10,000 values together.
   *
   * @throws {Error} for a query that the service would refuse: it is the code's mistake, so a visitor gets a 500, and the log the cause.
   * @throws {ApiError} `InvalidQuery` for a `continue` that is not of this list.
   */
  list(query?: CountedListQuery<Indexes>): Promise<CountedList<Stored<T>>>;
  list(query?: ListQuery<Indexes>): Promise<ResourceList<Stored<T>>>;
  /**
   * Every selected object, one after another, in bounded memory. They are read in pages, not from one snapshot: objects written in the meantime
   * may be included or not.
   */
  each(query?: Pick<ListQuery<Indexes>, "where" | "labels" | "sort">): AsyncIterable<Stored<T>>;
  /** @throws {ApiError} `AlreadyExists`, `DuplicateIndexValue`, `Invalid`. */
  create(input: Input<T>): Promise<Stored<T>>;
  /**
   * Replaces the object with the name in `input`; with `metadata.version`, only if that is the stored one. An input equal to the stored object
   * changes nothing and keeps the version.
   *
   * @throws {ApiError} `NotFound`, `Conflict`, `DuplicateIndexValue`, `Invalid`.
   */
  update(input: Input<T>): Promise<Stored<T>>;
  /** Applies a JSON Patch (a list of operations) or a JSON Merge Patch (an object). Throws what {@link Resource.update} throws. */
  patch(name: string, patch: MergePatch<Input<T>> | JsonPatch): Promise<Stored<T>>;
  /** Replaces `status` and nothing else. A status equal to the stored one changes nothing. */
  updateStatus(update: StatusUpdate<T>): Promise<Stored<T>>;
  /**
   * Replaces `status` by what `change` makes of the object, and nothing else. If another write comes first, `change` is called again with the object as
   * it is then, so that no status is lost. `change` must do nothing besides.
   *
   * @throws {ApiError} `NotFound`, `DuplicateIndexValue`, `Invalid`; `Conflict` if other writes came first for ten seconds.
   */
  changeStatus(name: string, change: (object: Stored<T>) => T["status"]): Promise<Stored<T>>;
  /**
   * Removes the object, or marks it as deleted while it has finalizers. Returns its last state.
   *
   * @throws {ApiError} `NotFound`, `Referenced`; `Conflict` if the object has another uid or version than the precondition.
   */
  delete(name: string, precondition?: Partial<ObjectState>): Promise<Stored<T>>;
}

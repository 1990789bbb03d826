import type {
  IndexShapes,
  InputLike,
  Objects,
  OnlyIndexes,
  ResetEvent,
  Selection,
  StoredLike,
  ChangeEvent,
} from "@cmgen/model";
import type { CallOptions, ResourceType } from "./client-options.js";

/** A value of a cache's index. */
export type IndexKey = string | number | boolean;

/** What a cache holds, and what it finds objects by besides their names. */
export interface CacheOptions<Stored, Indexes, Index extends string>
  extends Selection<Indexes>, Omit<CallOptions, "signal"> {
  /** By index, the value or values of an object; `undefined` for none. They need not be indexes of the service. */
  readonly indexes?: Readonly<Record<Index, (object: Stored) => IndexKey | readonly IndexKey[] | undefined>>;
}

/** What a watch that lists again tells. */
export type Watched<Stored> = ChangeEvent<Stored> | ResetEvent<Stored>;

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

/**
 * The objects of one type, over HTTP. Every method rejects with an {@link ApiProblem}, whose `code` says what has gone wrong, or with the
 * reason of its signal.
 */
export interface ResourceClient<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
> extends Objects<Stored, Input, Indexes, References, CallOptions> {
  /** What the objects are. */
  readonly type: ResourceType;
  /** Where the service is. */
  readonly baseUrl: string;
  /** Never there: lets TypeScript infer the indexes, and what references lead to, which the methods alone do not. */
  readonly "~indexes"?: Indexes;
  readonly "~references"?: References;
  /**
   * Keeps a copy of the objects selected by a list and a watch, over broken connections and restarts, until it is closed. Throws a `TypeError` where
   * they are selected by the values of other objects.
   */
  cache<Index extends string = never, Key extends string = never>(
    options?: CacheOptions<Stored, Indexes, Index> & OnlyIndexes<Key, Indexes>,
  ): ObjectCache<Stored, Index>;
}

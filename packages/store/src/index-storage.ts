import type { IndexValue } from "./index-value.js";
import type { WriteRefusal } from "./write-outcome.js";
import type { StoredModel } from "./stored-model.js";

/** What an index of a table was built from, and whether it has been built to its end. */
export interface IndexState {
  /** Name of the index. */
  readonly index: string;
  readonly fingerprint: string;
  readonly state: "building" | "ready";
  /** While building: `id` of the last object done; `null` before the first, when old values may still be there. */
  readonly position: number | null;
}

/** An object to be indexed. */
export interface IndexableObject {
  readonly id: number;
  readonly name: string;
  readonly data: Uint8Array;
}

/** What indexes make of an object, by index name. */
export type IndexValues = ReadonlyMap<string, readonly IndexValue[]>;

/** The next stretch of objects to be indexed. */
export interface IndexFill {
  /** The indexes being built, by name. */
  readonly indexes: readonly string[];
  /** Objects with greater ids are meant, in their order. */
  readonly after: number;
  /** Most objects of the stretch. */
  readonly limit: number;
  /** What it throws undoes the stretch. */
  readonly valuesOf: (object: IndexableObject) => IndexValues;
}

/** How a stretch ended: with the id of its last object, or none where there were no more objects. */
export type FillOutcome =
  | { readonly filled: number; readonly last?: number }
  /** Nothing was done: a unique value of one of several objects is taken. Of a single object it is told which, and whose. */
  | { readonly clash: Pick<ValueTaken, "index" | "value" | "owner"> & { readonly object: string } }
  | { readonly clash: "somewhere" };

type ValueTaken = Extract<WriteRefusal, { refused: "value-taken" }>;

export interface LockTarget {
  readonly table: string;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** What building indexes needs of a store, beside the writing of objects. */
export interface IndexStorage {
  /** Runs `use` while no other process builds indexes of the table. (On SQLite a process has its database for itself.) */
  locked<Result>(target: LockTarget, use: () => Promise<Result>): Promise<Result>;
  /** What the indexes of a table are declared as altogether, by whoever declared it last. */
  declaration(table: string): Promise<string | undefined>;
  /** The same of all tables. */
  declarations(): Promise<ReadonlyMap<string, string>>;
  /** Declares the indexes of a table: a write that was begun under another declaration, by any process, is refused from now on. */
  declare(table: string, declaration: string): Promise<void>;
  states(table: string): Promise<readonly IndexState[]>;
  /** Remembers states; those of the same index are replaced. */
  save(table: string, states: readonly IndexState[]): Promise<void>;
  /** Forgets states. */
  forget(table: string, indexes: readonly string[]): Promise<void>;
  /** Takes all values out of indexes, some at a time. */
  clear(model: StoredModel, indexes: readonly string[]): Promise<void>;
  /** How many objects have a greater id. */
  countAfter(table: string, id: number): Promise<number>;
  /** Indexes a stretch of objects and moves the position of the indexes behind it, in one transaction. */
  fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome>;
}

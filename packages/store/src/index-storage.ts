import type { IndexValue } from "./index-value.js";
import type { ReleaseClaim, TableDeclaration } from "./release-claim.js";
import type { MarkMove } from "./walk-marks.js";
import type { ValueTaken } from "./write-job.js";
import type { StoredModel } from "./stored-model.js";

/** What an index was built from, and whether it is complete. */
export interface IndexState {
  /** Name of the index. */
  readonly index: string;
  readonly fingerprint: string;
  readonly state: "building" | "ready";
  /** While building: `id` of the last object done. `null` before the first one, when old values may still be there. */
  readonly position: number | null;
}

/** An object to be indexed. */
export interface IndexableObject {
  readonly id: number;
  readonly name: string;
  readonly data: Uint8Array;
}

/** An object's index values, by index name. */
export type IndexValues = ReadonlyMap<string, readonly IndexValue[]>;

/** The next batch of objects to index. */
export interface IndexFill {
  /** The indexes being built, as far as they are. */
  readonly indexes: readonly IndexState[];
  /** The batch begins after this id. */
  readonly after: number;
  /** Objects in the batch, at most. */
  readonly limit: number;
  /** If it throws, the batch is rolled back. */
  readonly valuesOf: (object: IndexableObject) => IndexValues;
}

/** How a batch ended. `last` is the id of its last object; absent if there were no more objects. */
export type FillOutcome =
  | { readonly filled: number; readonly last?: number }
  /** Nothing was done, because a unique value is taken. For a batch of one object, the value and its owner are given. */
  | { readonly clash: Omit<ValueTaken, "refused"> & { readonly object: string } }
  | { readonly clash: "somewhere" }
  /** The indexes are not where they were: another process builds them. */
  | { readonly lost: true };

export interface LockTarget {
  readonly table: string;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** What building indexes needs from a store, besides writing objects. */
export interface IndexStorage {
  /**
   * Runs `use` while no other process walks over the objects of the table. (On SQLite there is no other process.) A lock can be lost, as when its
   * connection breaks: then the signal is aborted, and `use` should end with a `WalkLostError`.
   */
  locked<Result>(target: LockTarget, use: (lost: AbortSignal) => Promise<Result>): Promise<Result>;
  /** The last declaration of a table. */
  declaration(table: string): Promise<TableDeclaration | undefined>;
  /** The same for all tables. */
  declarations(): Promise<ReadonlyMap<string, TableDeclaration>>;
  /** Declares the indexes of a table: a write that was begun under another declaration, by any process, is refused from now on. */
  declare(table: string, declared: TableDeclaration): Promise<void>;
  /**
   * Declares the indexes of a table, tried for now, if no release with another declaration runs or if this release is the newer one. Of two
   * releases the one that ships the latest migration applied is newer; then the one whose declaration this database has met later.
   *
   * @returns whether they are declared.
   */
  claim(table: string, claim: ReleaseClaim): Promise<boolean>;
  /**
   * Ends the trial of a declaration: it is the table's from now on, or the one before it is again.
   *
   * @throws {WalkLostError} if the table has another declaration, or the trial has ended.
   */
  endTrial(table: string, tried: string, declaration: string): Promise<void>;
  states(table: string): Promise<readonly IndexState[]>;
  /**
   * Changes what is known of indexes and steps, all of it or nothing.
   *
   * @throws {WalkLostError} if something is not as it is to be changed from: another process has changed it.
   */
  move(table: string, moves: readonly MarkMove[]): Promise<void>;
  /**
   * Removes all values from an index that is to be built from the beginning, in batches.
   *
   * @throws {WalkLostError} if its state is another: another process builds it.
   */
  clear(model: StoredModel, state: IndexState): Promise<void>;
  /** The number of objects with a greater id. */
  countAfter(table: string, id: number): Promise<number>;
  /** Indexes a batch of objects and saves the new position, in one transaction. */
  fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome>;
}

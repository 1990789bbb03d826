import type { IndexValue } from "./index-value.js";
import type { StoredModel } from "./stored-model.js";

/** What a release declares for a table, and what tells whether it is newer than another. */
export interface ReleaseClaim {
  /** Fingerprint of the table's indexes and evolve steps. */
  readonly declaration: string;
  /** Names of the migrations that the release ships; undefined if that is not known. */
  readonly migrations: ReadonlySet<string> | undefined;
  /** Whether the table may be taken from a release that still runs, if that is the older one. */
  readonly takeOver: boolean;
  /** A declaration of which no process runs; undefined if there is none. The table may be taken from it in any case. */
  readonly ended: string | undefined;
}

/** The declaration of a table. */
export interface TableDeclaration {
  readonly declaration: string;
  /**
   * Whether the release still checks what was written before it had the table. Until then the processes of the release before it go on serving
   * reads; their writes are refused.
   */
  readonly isTried: boolean;
}

/** What an index was built from, and whether it is complete. */
export interface IndexState {
  /** Name of the index. */
  readonly index: string;
  readonly fingerprint: string;
  readonly state: "building" | "ready";
  /** While building: `id` of the last object done. `null` before the first one, when old values may still be there. */
  readonly position: number | null;
}

/** An object's index values, by index name. */
export type IndexValues = ReadonlyMap<string, readonly IndexValue[]>;

/** What is known of the indexes of a store's tables: who serves them, and what they were built from. */
export interface IndexStorage {
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
   * Removes all values from an index that is to be built from the beginning, in batches.
   *
   * @throws {WalkLostError} if its state is another: another process builds it.
   */
  clear(model: StoredModel, state: IndexState): Promise<void>;
}

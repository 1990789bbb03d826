import type { IndexState } from "./index-storage.js";
import type { HistoryResource, HistoryVersion, ObjectRecord, ScheduleProgress } from "./store.js";
import type { StoredModel } from "./stored-model.js";
import type { StepState, TakenValue } from "./walk-storage.js";

/** How far a copy of another database is that is being stored. Several copies may follow one another; the last one is known. */
export interface CopyState {
  /** Tells the copy from others. */
  readonly copy: string;
  /** Until it is, no service starts on the database. */
  readonly isEnded: boolean;
  /** The last line of the copy that was dealt with. */
  readonly line: number;
  /** What the caller remembers beside that. */
  readonly note: string;
}

/** An object of a copy. Its `id` and its schema are those of the other database. */
export interface CopiedObject {
  /** The same object for all objects of a table: statements are prepared for it. */
  readonly model: StoredModel;
  readonly id: number;
  readonly schema: number;
  readonly record: ObjectRecord;
}

/** A version in the history of an object of a copy. */
export interface CopiedVersion extends HistoryVersion, HistoryResource {
  readonly name: string;
}

/** The progress of a schedule of a copy. */
export interface CopiedSchedule extends ScheduleProgress {
  readonly name: string;
}

/** A row of a copy. */
export type CopiedRow =
  | { readonly object: CopiedObject }
  | { readonly version: CopiedVersion }
  | { readonly schedule: CopiedSchedule };

/** How a copy begins. */
export interface CopyBeginning {
  /** Undefined where there was no copy before. */
  readonly from: CopyState | undefined;
  readonly to: CopyState;
  /** The newest revision of the other database. */
  readonly revision: number;
  /** The tables that are copied, and the steps that their objects have been through. Absent: they stay as they are. */
  readonly tables?: readonly { readonly table: string; readonly steps: readonly StepState[] }[];
}

/** Rows of a copy, and how far it is before and after they are stored. */
export interface CopyBatch {
  readonly rows: readonly CopiedRow[];
  readonly from: CopyState;
  readonly to: CopyState;
}

/** How a batch ended. Nothing of it is stored unless it is done. */
export type CopyOutcome =
  | "done"
  /** Another process has gone on with the copy. */
  | "lost"
  /** One of the rows is in the way of another. Which one is known where there is only one. */
  | "somewhere"
  | CopyClash;

/** What is in the way of a row: another has its id, its object has the name or a unique value already. */
export type CopyClash = { readonly clash: "id" | "name" } | { readonly clash: "value"; readonly taken: TakenValue };

/** How a copy ends. */
export interface CopyEnd {
  readonly from: CopyState;
  readonly to: CopyState;
  /** The tables that have been copied. */
  readonly tables: readonly string[];
  /** Those of them whose indexes are filled, and what they were built from. */
  readonly filled: readonly { readonly model: StoredModel; readonly indexes: readonly IndexState[] }[];
}

/** Stores a copy of another database, as it is: ids, uids, versions and times are those of the other one. No service may run meanwhile. */
export interface CopyStorage {
  /** The state of the last copy. */
  state(): Promise<CopyState | undefined>;
  /** The first of some tables, the history among them, that has a row. */
  occupied(models: readonly StoredModel[]): Promise<string | undefined>;
  /**
   * Begins a copy. Revisions count on from the greater one of both databases, under a new mark; the change log, receipts, and where the audit is, are
   * forgotten. So what callers remember of either database is refused as expired, and nobody takes one past for the other.
   *
   * @returns whether it has begun: false if another process has begun one.
   */
  begin(beginning: CopyBeginning): Promise<boolean>;
  /** Stores rows with all that is copied of them into indexes, and moves the state, in one transaction. */
  store(batch: CopyBatch): Promise<CopyOutcome>;
  /**
   * Ends a copy, which survives a power cut from then on.
   *
   * @returns false if another process has gone on with the copy, or a service has taken one of the tables.
   */
  end(end: CopyEnd): Promise<boolean>;
}

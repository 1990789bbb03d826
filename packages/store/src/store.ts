import type { EvolutionStorage } from "./evolution-storage.js";
import type { IndexStorage } from "./index-storage.js";
import type { IndexValue } from "./index-value.js";
import type { ListPlan } from "./list-plan.js";
import type { ProcessLocks } from "./process-locks.js";
import type { StoredModel } from "./stored-model.js";
import type { WriteOutcome } from "./write-outcome.js";

/** An object as it is stored: its bytes, and what the store has to know to find it. */
export interface ObjectRecord {
  readonly name: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly deletedAt: number | null;
  /** UTF-8 JSON of the whole object. */
  readonly data: Uint8Array;
  /** Values by index name: none, one, or for a multi-valued index many, without repeats. */
  readonly indexValues: ReadonlyMap<string, readonly IndexValue[]>;
  readonly labels: ReadonlyMap<string, string>;
  /** For the change log, where the record replaces another. */
  readonly previous?: PreviousState;
}

/**
 * What an object was before a change, as far as a watch's selectors need it: its stored bytes, or no bytes where every selector judges both
 * states alike. Most changes are of that kind and take no room in the change log.
 */
export type PreviousState = Uint8Array;

/** Which version of an object goes. */
export interface Removal {
  readonly name: string;
  readonly expectedVersion: number;
  /** What the change log keeps of the object. */
  readonly last: Uint8Array;
  /** What it was before it was removed, compared with `last`. */
  readonly previous?: PreviousState;
}

/** What a read answers. */
export interface StoredBytes {
  readonly version: number;
  readonly data: Uint8Array;
}

/** Many objects, read while they are consumed. Breaking off early gives up what the reading holds. May be consumed once. */
export interface ObjectStream extends AsyncIterable<Uint8Array> {
  /** The same objects, as they are read: some at a time. */
  batches(): AsyncIterable<ObjectBatch>;
}

/** Some objects of a stream. */
export interface ObjectBatch {
  /** Their bytes, with a comma before each. */
  readonly joined: Uint8Array;
  /** Their bytes, one by one. */
  items(): readonly Uint8Array[];
}

export interface ListPage {
  /** Stored bytes of the page's objects, in order. A stream when all items were asked for. */
  readonly items: readonly Uint8Array[] | ObjectStream;
  /** Exact count of what the selectors match; absent when the plan skips it. */
  readonly total?: number;
  /** Whether there are objects behind the page. */
  readonly hasNext: boolean;
  /** The service's revision the page was read at. */
  readonly revision: number;
  /** Where the next page of a keyset walk starts; absent at the end. */
  readonly continue?: string;
}

export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** A committed change, in the order of revisions. */
export interface Change {
  readonly revision: number;
  readonly type: ChangeType;
  readonly group: string;
  readonly plural: string;
  readonly name: string;
  /** The object after the change; for DELETED its last state. */
  readonly data: Uint8Array;
  /** `null` for ADDED, and for changes logged by a release that did not keep it. */
  readonly previous: PreviousState | null;
}

/** How much of the change log is read at a time. */
export interface ChangeLimit {
  /** Most changes. */
  readonly changes: number;
  /** Bytes of objects, previous states included: the change that reaches them is the last, so that any change can be read. */
  readonly bytes: number;
}

/** Large enough for many small changes, and small enough that a few batches at once are nothing. */
export const changeBatch: ChangeLimit = { changes: 500, bytes: 1024 * 1024 };

/** Bytes that a change holds. */
export function changeBytes({ data, previous }: Pick<Change, "data" | "previous">): number {
  return data.length + (previous?.length ?? 0);
}

/**
 * Where objects live. Each write is one transaction: the object, its index rows, its labels and its change-log row. Every method
 * may reject with the driver's error, or with an `UnavailableError` where the database does not answer; a refusal is an answer, not an
 * error.
 */
export interface Store {
  /**
   * From now on writes of objects of the table keep all of its indexes, those of other API versions too, and are refused once the
   * database has another declaration of them.
   */
  serve(table: StoredModel): void;
  read(model: StoredModel, name: string): Promise<StoredBytes | undefined>;
  /**
   * @param signal asked for where the list has to wait for its turn, to give it up if nobody waits for it any more by then.
   * @throws the signal's reason for a list that was given up.
   */
  list(model: StoredModel, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  create(model: StoredModel, record: ObjectRecord): Promise<WriteOutcome>;
  /** Stores `record` in place of the version `expectedVersion`. */
  replace(model: StoredModel, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome>;
  /** Removes an object if its version is the one expected. */
  remove(model: StoredModel, removal: Removal): Promise<WriteOutcome>;
  /** The newest committed revision. */
  revision(): Promise<number>;
  /** The oldest revision that {@link changesAfter} knows everything after: changes up to it may have been trimmed. */
  oldestRevision(): Promise<number>;
  /** Committed changes after `revision`, oldest first, up to a limit, by default {@link changeBatch}. */
  changesAfter(revision: number, limit?: ChangeLimit): Promise<readonly Change[]>;
  /** Calls `listener` soon after any process commits a change (a hint: read {@link changesAfter}). Returns how to stop. */
  onChange(listener: () => void): () => void;
  /** Whether an error says that the database could not be reached, or was taken by others for too long: it may be back the next time. */
  isAway(error: unknown): boolean;
  /**
   * Why requests cannot be served now, as far as is known without asking the database; undefined while it answers. A sentence for everyone:
   * it says nothing about the inside.
   */
  unavailable(): string | undefined;
  /** Locks between the processes that share the database. */
  readonly locks: ProcessLocks;
  /** For building indexes. */
  readonly indexes: IndexStorage;
  /** For changing all objects of a table. */
  readonly evolutions: EvolutionStorage;
  close(): Promise<void>;
}

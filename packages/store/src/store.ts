import type { AggregatePlan, AggregateResult } from "./aggregate-plan.js";
import type { CommandHandlers } from "./commands.js";
import type { CopyStorage } from "./copy-storage.js";
import type { IdentityStorage } from "./identity-storage.js";
import type { IndexStorage } from "./index-storage.js";
import type { IndexValue } from "./index-value.js";
import type { ListPlan } from "./list-plan.js";
import type { LogPosition, Past } from "./log-position.js";
import type { ProcessLocks } from "./process-locks.js";
import type { StoredModel } from "./stored-model.js";
import type { SubscriptionStorage } from "./subscription-storage.js";
import type { TenantStorage } from "./tenant-storage.js";
import type { BatchOutcome, Receipt, WriteBatch } from "./write-batch.js";
import type { ShowObject, WalkStorage } from "./walk-storage.js";
import type { ReferenceGuard, WriteOutcome } from "./write-job.js";

/** An object as it is stored: its bytes, and what the store needs to find it. */
export interface ObjectRecord extends ReferenceGuard {
  readonly name: string;
  /** Given at creation, never changed, never given twice. */
  readonly uid: string;
  readonly version: number;
  /** For a create: it is refused if an object of its name was deleted after this revision, as far as the change log goes back. Default 0. */
  readonly deletedUpTo?: number;
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
  /** Who writes it, for the change log. */
  readonly origin?: ChangeOrigin | undefined;
}

/**
 * The state of an object before a change, as far as watches and controllers need it: its stored bytes, or no bytes if no selector and no key of a
 * controller can tell the two states apart. Most changes are of that kind and take no room in the change log.
 */
export type PreviousState = Uint8Array;

/** Which version of an object is removed. */
export interface Removal extends Pick<ReferenceGuard, "unreferred"> {
  readonly name: string;
  readonly expectedVersion: number;
  /** What the change log keeps of the object. */
  readonly last: Uint8Array;
  /** What it was before it was removed, compared with `last`. */
  readonly previous?: PreviousState;
  /** Who removes it, for the change log. */
  readonly origin?: ChangeOrigin | undefined;
  /** The object's uid, for its history. */
  readonly uid?: string;
  /** The version that {@link last} says, for its history. Default: the expected one. */
  readonly version?: number;
}

/** The result of a read. */
export interface StoredBytes {
  readonly uid: string;
  readonly version: number;
  readonly data: Uint8Array;
}

/** Many objects, read while they are consumed. Stopping early releases the snapshot. Can be consumed once. */
export interface ObjectStream extends AsyncIterable<Uint8Array> {
  /** The same objects, in batches as they are read. */
  batches(): AsyncIterable<ObjectBatch>;
}

/** Some objects of a stream. */
export interface ObjectBatch {
  /** Their bytes, with a comma before each. */
  readonly joined: Uint8Array;
  /** Their bytes, one by one. */
  items(): readonly Uint8Array[];
}

/** A page of a list, and the position of the change log at which it was read. */
export interface ListPage extends LogPosition {
  /** Stored bytes of the page's objects, in order. A stream if the list is of all items. */
  readonly items: readonly Uint8Array[] | ObjectStream;
  /** Exact number of objects that the selectors match; absent if the plan skips it. */
  readonly total?: number;
  /** Whether there are objects after the page. */
  readonly hasNext: boolean;
  /** Where the next page of a keyset walk starts; absent at the end. */
  readonly continue?: string;
}

/** Who wrote a change. */
export interface ChangeOrigin {
  /** Name of the caller. */
  readonly actor: string;
  /** `create`, `update` or `delete`; for an endpoint that wrote, its method and path. */
  readonly verb: string;
  /** Absent where there is no request. */
  readonly requestId?: string;
  /** The caller's address. */
  readonly address?: string;
}

export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** A committed change, in the order of revisions. */
export interface Change extends LogPosition {
  readonly type: ChangeType;
  readonly group: string;
  readonly plural: string;
  readonly name: string;
  /** The object after the change; for DELETED its last state. */
  readonly data: Uint8Array;
  /** `null` for ADDED, and for changes logged by a release that did not keep it. */
  readonly previous: PreviousState | null;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
  /** `null` where the writer did not say, and for changes logged by earlier releases. */
  readonly origin: ChangeOrigin | null;
}

/** How far a schedule has come. */
export interface ScheduleProgress {
  /** Runs that were due up to then are done or given up. Milliseconds since 1970. */
  readonly position: number;
  /** `running` from the start of a run to its end, however it ends; so a run whose process was killed is noticed. */
  readonly state: "waiting" | "running";
}

/** The progress of a schedule before and after a step. */
export interface ScheduleMove {
  readonly from: ScheduleProgress | undefined;
  readonly to: ScheduleProgress;
}

/** Remembers the progress of schedules, for all processes of the database. */
export interface ScheduleStorage {
  /** The progress of the schedule of that name; undefined before it was first saved. */
  read(name: string): Promise<ScheduleProgress | undefined>;
  /**
   * Saves its progress, if it is still what this process knows: `from`, which is undefined before it was first saved. It survives a power cut.
   *
   * @returns false if another process has saved its progress meanwhile. Then nothing was done.
   */
  move(name: string, progress: ScheduleMove): Promise<boolean>;
}

/** Remembers how far the audit has come. Trimming of the change log waits for it. */
export interface AuditStorage {
  /** Changes up to this revision are written; undefined where nothing is audited. */
  position(): Promise<number | undefined>;
  /**
   * The same. Where nothing is audited yet, it begins at `known`, by default at the newest revision: changes from then on are audited. A power cut may undo
   * that, and what follows: then changes are written again.
   */
  begin(known?: number): Promise<number>;
  /** Moves it on. Returns false if another process has moved it meanwhile; then nothing was done. */
  move(from: number, to: number): Promise<boolean>;
  /** From now on nothing is audited. */
  end(): Promise<void>;
}

/** What is kept of a version of an object, but for its bytes. */
export interface HistoryEntry {
  /** Grows with each version of an object. */
  readonly id: number;
  readonly uid: string;
  readonly version: number;
  /** DELETED: the object was removed, and this was its last state. */
  readonly type: ChangeType;
  /** That of the change; `null` for what was stored before versions were kept. Of that it is not known who wrote it, and when. */
  readonly revision: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string | null;
  readonly verb: string | null;
}

/** A version of an object. */
export interface HistoryVersion extends HistoryEntry {
  /** The number of the schema that the bytes are of. */
  readonly schema: number;
  readonly data: Uint8Array;
}

/** The objects of a resource. */
export type HistoryResource = Pick<StoredModel, "group" | "plural">;

/** Which entries of an object are read. */
export interface HistoryWindow {
  /** Only entries with a smaller id. */
  readonly before?: number | undefined;
  /** Only entries of this object, of several that had the name. */
  readonly uid?: string | undefined;
  readonly limit: number;
}

/** What is removed of the history of a resource. */
export interface HistoryTrim {
  /** What took its place by then, or is a deletion of then, is removed. Milliseconds since 1970. */
  readonly until: number;
  /** Versions of an object that are kept. Default: any number. */
  readonly versions?: number | undefined;
}

/** How far a trim has come; plain data, which the next one is given. */
export interface HistoryPosition {
  /** Entries up to this id were old. */
  readonly aged: number;
  /** Versions of the objects of entries up to this id were counted. */
  readonly counted: number;
}

/** What is erased of a history: the entries of one object, those from before a time, or both. */
export interface HistoryPurge extends HistoryResource {
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly before?: number | undefined;
}

/** The versions of objects whose model keeps them. They are written with the objects. */
export interface HistoryStorage {
  /** The entries of a name, the newest first. */
  list(resource: HistoryResource, name: string, window: HistoryWindow): Promise<readonly HistoryEntry[]>;
  /** A version; of several objects that had the name, that of the newest, unless a uid says which. */
  read(
    resource: HistoryResource,
    object: { readonly name: string; readonly version: number; readonly uid?: string | undefined },
  ): Promise<HistoryVersion | undefined>;
  /** Removes what is old or too much, a part at a time. Returns how far it has come, and whether there may be more. */
  trim(
    resource: HistoryResource,
    trim: HistoryTrim,
    from: HistoryPosition,
  ): Promise<HistoryPosition & { readonly isDone: boolean }>;
  /** Erases entries, some at a time. Returns the number; 0 once there are none left. */
  purge(purge: HistoryPurge): Promise<number>;
}

/** Answers that are kept with what the requests have written. */
export interface ReceiptStorage {
  /** The receipt of a key; undefined if there is none, or it is older than a day. */
  read(key: string): Promise<Receipt | undefined>;
}

/** How the connections of a pool are used. */
export interface PoolUse {
  readonly pool: string;
  readonly open: number;
  /** Open and not in use. */
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** Which names are read: so many, behind one. */
export interface NamesWindow {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** How much of the change log is read at a time. */
export interface ChangeLimit {
  /** Most changes. */
  readonly changes: number;
  /** Bytes of objects, previous states included. The change that exceeds them is still read, so that any change can be. */
  readonly bytes: number;
}

/** Large enough for many small changes, and small enough to hold a few batches at once. */
export const changeBatch: ChangeLimit = { changes: 500, bytes: 1024 * 1024 };

/** The size of a change in bytes. */
export function changeBytes({ data, previous }: Pick<Change, "data" | "previous">): number {
  return data.length + (previous?.length ?? 0);
}

/** How far a replica is behind the primary. */
export interface ReplicaLag {
  /** The changes that it does not have, as far as this process knows. */
  readonly revisions: number;
  /** Seconds since it last had all, or since this process has asked it. 0 if it has all. */
  readonly seconds: number;
}

/**
 * Where objects are kept. Each write is one transaction: the object, its index rows, its labels and its change-log row. Every method may
 * reject with the driver's error, or with an `UnavailableError` if the database does not answer. A refusal is an outcome, not an error.
 */
export interface Store {
  /** The time by the clock of the database's machine, in milliseconds since 1970: processes on several machines agree on it. */
  now(): number;
  /**
   * From now on, writes to the table maintain all of its indexes, also those of other API versions. They are refused once the database has
   * another declaration of these indexes.
   */
  serve(table: StoredModel): void;
  read(model: StoredModel, name: string): Promise<StoredBytes | undefined>;
  /**
   * From now on, {@link read} answers what `show` makes of an object of the table: while a walk changes the objects, those that it has not come
   * to are shown as they will be.
   *
   * @param show throws if it cannot show the object. Undefined: objects are shown as they are stored.
   */
  showBy(table: string, show: ShowObject | undefined): void;
  /**
   * @param signal called if the list has to wait for its turn. The list is cancelled when the signal is aborted.
   * @throws the signal's reason if the list was cancelled.
   */
  list(model: StoredModel, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  /**
   * Counts and adds the values of objects, in groups. Waits for its turn, and is cancelled, as a list.
   *
   * @throws {SumRangeError} if a sum is too large for a floating-point number.
   */
  aggregate(model: StoredModel, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult>;
  /**
   * The same for answers to callers: a replica may read them, if it has all that this process knows of. What a write depends on must not be
   * read by it.
   */
  readonly replica: Pick<Store, "list" | "aggregate">;
  /** Index values or objects were changed without a revision. The replica answers again once it has what the database has now. */
  renewReplica(): void;
  /** How far the replica is behind; undefined without one. */
  replicaLag(): ReplicaLag | undefined;
  /** Names of objects, in their order. */
  names(model: StoredModel, window: NamesWindow): Promise<readonly string[]>;
  create(model: StoredModel, record: ObjectRecord): Promise<WriteOutcome>;
  /** Stores `record` in place of the version `expectedVersion`. */
  replace(model: StoredModel, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome>;
  /** Removes an object if its version is the one expected. */
  remove(model: StoredModel, removal: Removal): Promise<WriteOutcome>;
  /**
   * Does several writes, at most 1,000 and each of another object, in one transaction: all of them or none. Each has a change of its own, in the
   * order of the jobs and without others in between. Unique values may move between the objects; what a job needs, or is not to be referred to
   * by, is checked when all is written. Nothing is done if an object is no longer what one of the `guards` has read,
   * which is also found out where there are no writes. A trial finds out which jobs would be refused, and does nothing.
   *
   * @throws {RangeError} if there are too many jobs, or two for one object.
   */
  writeAll(batch: WriteBatch): Promise<BatchOutcome>;
  /** The newest committed revision. */
  revision(): Promise<number>;
  /** The same, with its mark. */
  newest(): Promise<LogPosition>;
  /** Whether the database still has the past that led to a position. */
  pastOf(position: LogPosition): Promise<Past>;
  /** The log has every change after this revision. Changes up to it may have been trimmed. */
  oldestRevision(): Promise<number>;
  /** Committed changes after `revision`, oldest first, up to a limit, by default {@link changeBatch}. */
  changesAfter(revision: number, limit?: ChangeLimit): Promise<readonly Change[]>;
  /** Calls `listener` soon after any process commits a change (a hint: read {@link changesAfter}). Returns a function that stops this. */
  onChange(listener: () => void): () => void;
  /** Whether an error means that the database could not be reached or was busy for too long, so that trying again makes sense. */
  isAway(error: unknown): boolean;
  /**
   * Why requests cannot be served now, as far as is known without asking the database; undefined while it answers. A sentence that any caller
   * may read.
   */
  unavailable(): string | undefined;
  /**
   * Does commands for other processes, which cannot open an SQLite file while this one has it: see `commandStore`. Does nothing for a database
   * that several processes can open, or only this one can reach.
   */
  answerCommands(handlers: CommandHandlers): void;
  /** Warnings about the database for the operator, one sentence each. */
  readonly warnings: readonly string[];
  /** Locks between the processes that share the database. */
  readonly locks: ProcessLocks;
  /** For building indexes. */
  readonly indexes: IndexStorage;
  /** For changing all objects of a table. */
  readonly walks: WalkStorage;
  /** For storing a copy of another database. */
  readonly copies: CopyStorage;
  readonly schedules: ScheduleStorage;
  /** Tokens, sessions and passwords. */
  readonly identities: IdentityStorage;
  readonly audit: AuditStorage;
  readonly subscriptions: SubscriptionStorage;
  readonly tenants: TenantStorage;
  readonly history: HistoryStorage;
  readonly receipts: ReceiptStorage;
  /** How its pools of connections are used; none on SQLite, which is embedded. */
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

import type { IndexValue } from "./index-value.js";
import type { Fence } from "./process-locks.js";
import type { StoredModel } from "./stored-model.js";
import type { Change, ChangeType, ObjectRecord, Removal } from "./store.js";

/** Objects that must exist, and not be marked as deleted, for a write to be done. */
export interface NeededObjects {
  readonly table: string;
  /** Without repeats. */
  readonly names: readonly string[];
}

/** An index by which objects refer to other objects by their names. */
export interface ReferringIndex {
  /** Table of the objects that refer. */
  readonly table: string;
  /** Where the names are kept: a column of that table, or a table of values. */
  readonly names: { readonly column: string } | { readonly table: string };
  /** Names of objects that may refer nevertheless. */
  readonly except: readonly string[];
  /** Whether only objects that are not marked as deleted count. */
  readonly isAliveOnly: boolean;
}

/** What a write requires of other objects. It is checked in the write's transaction, so that no reference is ever left dangling. */
export interface ReferenceGuard {
  /** Absent if it needs none. */
  readonly needs?: readonly NeededObjects[];
  /** The indexes by which no object may refer to the written one; absent if any may. */
  readonly unreferred?: readonly ReferringIndex[];
}

/** An object that a write needs and that does not exist or is being deleted. */
export interface MissingObject {
  readonly table: string;
  readonly name: string;
  /** Whether it exists and is marked as deleted. */
  readonly isDeleted: boolean;
}

/** The objects that refer to one by an index. */
export interface Referrers {
  readonly index: ReferringIndex;
  /** The first ones in the order of their names; at most {@link SHOWN_REFERRERS}. */
  readonly names: readonly string[];
  /** The number of them. Counting ends after {@link COUNTED_REFERRERS}. */
  readonly count: number;
}

export const SHOWN_REFERRERS = 10;
/** A greater count only means that there are more than this. */
export const COUNTED_REFERRERS = 1000;

interface Job {
  readonly model: StoredModel;
  /** The write is refused unless this lock is still held when it is committed. */
  readonly fence?: Fence | undefined;
}

export interface CreateJob extends Job {
  readonly write: "create";
  readonly record: ObjectRecord;
}

export interface ReplaceJob extends Job {
  readonly write: "replace";
  readonly record: ObjectRecord;
  readonly expectedVersion: number;
}

export interface RemoveJob extends Job, Removal {
  readonly write: "remove";
}

/** A write: one transaction, or one unit of a shared transaction. */
export type WriteJob = CreateJob | ReplaceJob | RemoveJob;

/** Why a write was refused, as data; the caller turns it into an answer. */
export type WriteRefusal =
  | { readonly refused: "name-taken" }
  /** An object of the name was deleted lately. `last` are its bytes, and `revision` is that of the deletion. */
  | { readonly refused: "name-was-used"; readonly last: Uint8Array; readonly revision: number }
  | { readonly refused: "not-found" }
  | { readonly refused: "version-differs"; readonly currentVersion: number }
  | ValueTaken
  /** Objects that the write needs do not exist, or are being deleted. */
  | { readonly refused: "objects-missing"; readonly missing: readonly MissingObject[] }
  /** Other objects refer to this one. */
  | { readonly refused: "referred"; readonly by: readonly Referrers[] }
  /** Another release has declared other indexes for the table, or the lock of the write's fence is lost. */
  | { readonly refused: "superseded" };

/** Another object, `owner`, has a unique value. */
export interface ValueTaken {
  readonly refused: "value-taken";
  readonly index: string;
  readonly value: IndexValue;
  readonly owner: string;
}

export type WriteOutcome = { readonly refused?: never; readonly revision: number } | WriteRefusal;

/** A guard, and the name of the object that is written. */
export interface NamedGuard extends ReferenceGuard {
  readonly name: string;
}

/** The guard of a write. */
export function guardOf(job: WriteJob): NamedGuard {
  return job.write === "remove" ? job : job.record;
}

const changeTypes: Record<WriteJob["write"], ChangeType> = { create: "ADDED", replace: "MODIFIED", remove: "DELETED" };

/** A row of the change log, but for its revision and the object's id. */
export interface LoggedChange extends Omit<Change, "revision" | "mark"> {
  /** The object's table. */
  readonly table: string;
  /** The fingerprint of the table's indexes that the writer assumes; `null` for none. */
  readonly declaration: string | null;
  /** The lock that must still be held; `null` for none. */
  readonly fence: Fence | null;
  /** What the history has beside that; `null` if the model keeps none. */
  readonly kept: KeptVersion | null;
}

/** What the history says of a version that the change log does not. */
export interface KeptVersion {
  readonly uid: string;
  readonly version: number;
  /** The number of the schema that the object is written under. */
  readonly schema: number;
}

/** The change that a write adds to the change log. */
export function changeOf(job: WriteJob): LoggedChange {
  const { group, plural, table, declaration = null } = job.model;
  const {
    name,
    data,
    previous = null,
    origin = null,
  } = job.write === "remove" ? { ...job, data: job.last } : job.record;
  return {
    at: Date.now(),
    type: changeTypes[job.write],
    group,
    plural,
    table,
    declaration,
    fence: job.fence ?? null,
    name,
    data,
    previous,
    origin,
    kept: job.model.history === undefined ? null : keptVersion(job),
  };
}

function keptVersion(job: WriteJob): KeptVersion {
  const { schema = 0 } = job.model;
  if (job.write !== "remove") return { uid: job.record.uid, version: job.record.version, schema };
  return { uid: job.uid ?? "", version: job.version ?? job.expectedVersion, schema };
}

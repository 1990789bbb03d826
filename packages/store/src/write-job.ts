import type { IndexValue } from "./index-value.js";
import type { MissingObject, ReferenceGuard, Referrers } from "./reference-guard.js";
import type { StoredModel } from "./stored-model.js";
import type { Change, ChangeType, ObjectRecord, Removal } from "./store.js";

/** A write: one transaction, or one unit of a shared transaction. */
export type WriteJob =
  | { readonly write: "create"; readonly model: StoredModel; readonly record: ObjectRecord }
  | {
      readonly write: "replace";
      readonly model: StoredModel;
      readonly record: ObjectRecord;
      readonly expectedVersion: number;
    }
  | ({ readonly write: "remove"; readonly model: StoredModel } & Removal);

/** Why a write was refused, as data; the caller turns it into an answer. */
export type WriteRefusal =
  | { readonly refused: "name-taken" }
  | { readonly refused: "not-found" }
  | { readonly refused: "version-differs"; readonly currentVersion: number }
  /** `owner` is the name of the object that has the value. */
  | { readonly refused: "value-taken"; readonly index: string; readonly value: IndexValue; readonly owner: string }
  /** Objects that the write needs do not exist, or are being deleted. */
  | { readonly refused: "objects-missing"; readonly missing: readonly MissingObject[] }
  /** Other objects refer to this one. */
  | { readonly refused: "referred"; readonly by: readonly Referrers[] }
  /** Another release has declared other indexes for the table. */
  | { readonly refused: "superseded" };

export type WriteOutcome = { readonly refused?: never; readonly revision: number } | WriteRefusal;

/** The guard of a write, with the name of its object. */
export function guardOf(job: WriteJob): ReferenceGuard & { readonly name: string } {
  return job.write === "remove" ? job : job.record;
}

const changeTypes: Record<WriteJob["write"], ChangeType> = { create: "ADDED", replace: "MODIFIED", remove: "DELETED" };

/** A row of the change log, but for its revision and the object's id. */
export interface LoggedChange extends Omit<Change, "revision"> {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The object's table. */
  readonly table: string;
  /** The fingerprint of the table's indexes that the writer assumes; `null` for none. */
  readonly declaration: string | null;
}

/** The change that a write adds to the change log. */
export function changeOf(job: WriteJob): LoggedChange {
  const { group, plural, table, declaration = null } = job.model;
  const { name, data, previous = null } = job.write === "remove" ? { ...job, data: job.last } : job.record;
  return { at: Date.now(), type: changeTypes[job.write], group, plural, table, declaration, name, data, previous };
}

import type { StoredModel } from "./stored-model.js";
import type { Change, ChangeType, ObjectRecord, Removal } from "./store.js";

/** A write that is to become one transaction, or one unit of a shared transaction. */
export type WriteJob =
  | { readonly write: "create"; readonly model: StoredModel; readonly record: ObjectRecord }
  | {
      readonly write: "replace";
      readonly model: StoredModel;
      readonly record: ObjectRecord;
      readonly expectedVersion: number;
    }
  | ({ readonly write: "remove"; readonly model: StoredModel } & Removal);

const changeTypes: Record<WriteJob["write"], ChangeType> = { create: "ADDED", replace: "MODIFIED", remove: "DELETED" };

/** What a write puts into the change log; `at` is milliseconds since 1970. */
export function changeOf(job: WriteJob): Omit<Change, "revision"> & { readonly at: number } {
  const { group, plural } = job.model;
  const { name, data } = job.write === "remove" ? { name: job.name, data: job.last } : job.record;
  return { at: Date.now(), type: changeTypes[job.write], group, plural, name, data };
}

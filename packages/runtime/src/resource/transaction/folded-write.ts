import type { NeededObjects, ObjectRecord, PreviousState, Removal, StoredBytes, WriteJob } from "@cmgen/store";
import { JUDGED_ALIKE } from "../object-record.js";

/** A write to an object that the same transaction has written before. */
interface Refold {
  readonly former: WriteJob | undefined;
  /** The object that is stored. */
  readonly base: StoredBytes | undefined;
}

/** One write that does what two do: a transaction stores each object once. */
export function foldedReplace(job: Extract<WriteJob, { write: "replace" }>, { former, base }: Refold): WriteJob {
  if (former === undefined || former.write === "remove") return job;
  const needs = stillNeeded(former.record, job.record);
  const { needs: _, ...later } = job.record;
  const record: ObjectRecord = { ...later, ...(needs !== undefined && { needs }) };
  const unreferred = job.record.unreferred ?? former.record.unreferred;
  const guarded = { ...record, ...(unreferred !== undefined && { unreferred }) };
  if (former.write === "create") {
    const { previous: _previous, ...created } = guarded;
    // It is a creation, also for the audit.
    const { deletedUpTo, origin } = former.record;
    return {
      write: "create",
      model: job.model,
      record: { ...created, origin, ...(deletedUpTo !== undefined && { deletedUpTo }) },
    };
  }
  const previous = bothPrevious(former.record, job.record, base);
  return { ...job, expectedVersion: former.expectedVersion, record: { ...guarded, ...previous } };
}

/** The same for a removal; undefined if nothing is left to do, because the object was created in the same transaction. */
export function foldedRemoval(
  job: Extract<WriteJob, { write: "remove" }>,
  { former, base }: Refold,
): WriteJob | undefined {
  if (former === undefined || former.write === "remove") return job;
  if (former.write === "create") return undefined;
  const version = job.version ?? job.expectedVersion;
  return { ...job, version, expectedVersion: former.expectedVersion, ...bothPrevious(former.record, job, base) };
}

/** What both writes need, without what only the first one has referred to. Names that an object refers to are in its indexes. */
function stillNeeded({ needs = [] }: ObjectRecord, later: ObjectRecord): readonly NeededObjects[] | undefined {
  const referred = new Set<unknown>([...later.indexValues.values()].flat());
  const names = new Map<string, Set<string>>();
  const add = (table: string, name: string): void => void names.set(table, (names.get(table) ?? new Set()).add(name));
  for (const { table, names: needed } of needs) for (const name of needed) if (referred.has(name)) add(table, name);
  for (const { table, names: needed } of later.needs ?? []) for (const name of needed) add(table, name);
  if (names.size === 0) return undefined;
  return [...names].map(([table, all]) => ({ table, names: [...all] }));
}

/** What the change log keeps of the state before both writes: nothing, if no selector can tell either from what it replaced. */
function bothPrevious(
  first: Pick<ObjectRecord, "previous">,
  second: Pick<ObjectRecord | Removal, "previous">,
  base: StoredBytes | undefined,
): { readonly previous?: PreviousState } {
  const areAlike = [first, second].every(({ previous }) => previous?.length === 0);
  if (areAlike) return { previous: JUDGED_ALIKE };
  return base === undefined ? {} : { previous: base.data };
}

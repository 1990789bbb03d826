import { keepReceipt } from "../engine/receipt-records.js";
import type { Check } from "../engine/refusal-checks.js";
import { sqliteDialect } from "../sql/dialect.js";
import { type BatchOutcome, crowdedTables, type RefusedJob, type WriteBatch } from "../write-batch.js";
import { changeOf, guardOf, type WriteJob } from "../write-job.js";
import type { StoredModel } from "../stored-model.js";
import type { ChangeLogWriter } from "./change-log-writer.js";
import type { ModelWriter } from "./model-writer.js";
import { sqliteChecks } from "./statements.js";

interface BatchTools {
  readonly log: ChangeLogWriter;
  readonly writerOf: (model: StoredModel) => ModelWriter;
  readonly check: <Result>(check: Check<Result>) => Result;
}

/**
 * Does the writes of a batch, within the caller's transaction. After a refusal they may be half done: the caller rolls them back.
 *
 * Objects are removed first, and unique values that change are taken away before any is given, so that values can move between the objects of
 * the batch. References are checked when all is written, so that objects of the batch can refer to each other.
 */
export function writeBatch(
  { jobs, guards = [], receipt, isTrial }: WriteBatch,
  { log, writerOf, check }: BatchTools,
): BatchOutcome {
  const changed = check(sqliteChecks.changedRead(guards));
  if (changed !== undefined) return { refused: "changed", guard: changed };
  const ids = new Map<WriteJob, number>();
  const refused: RefusedJob[] = [];
  const crowded = crowdedTables(jobs);
  for (const job of jobs)
    if (job.write === "replace" && crowded.has(job.model.table)) writerOf(job.model).freeValues(job);
  for (const [place, job] of removedFirst(jobs)) {
    const written = writerOf(job.model).writeUnguarded(job);
    if (written.refused === undefined) ids.set(job, written.id);
    else refused.push({ place, refusal: written });
  }
  refused.sort((left, right) => left.place - right.place);
  const broken = refused.length > 0 ? refused : check(sqliteChecks.brokenGuards(jobs.map(guardOf)));
  if (broken.length > 0 || isTrial === true) return { refused: "jobs", jobs: broken };
  if (receipt !== undefined && !check(keepReceipt(sqliteDialect, receipt))) return { refused: "receipt-exists" };
  // In the order of the jobs, whatever was written first.
  return { revisions: jobs.map((job) => log.add({ ...changeOf(job), objectId: ids.get(job) ?? 0 })) };
}

/** Jobs with their places, those that remove before the others. */
function removedFirst(jobs: readonly WriteJob[]): readonly (readonly [number, WriteJob])[] {
  const placed = [...jobs.entries()];
  return [
    ...placed.filter(([, { write }]) => write === "remove"),
    ...placed.filter(([, { write }]) => write !== "remove"),
  ];
}

import { keepReceipt } from "../engine/receipt-records.js";
import { postgresDialect } from "../sql/dialect.js";
import { lockBatch } from "../sql/batch-shapes.js";
import type { BatchOutcome, ReadGuard, WriteBatch } from "../write-batch.js";
import { changeOf, guardOf } from "../write-job.js";
import { writeObjects } from "./batch-writes.js";
import type { PostgresClient } from "./schema-client.js";
import { isUniqueViolation, isWithoutRevision } from "./postgres-trouble.js";
import { checks, runCheck, runStatements } from "./statements.js";
import { rollBack } from "./with-client.js";
import { commitChanges, type LoggedObject, LockedError, type WriteOptions } from "./write-transaction.js";

export interface BatchOptions extends WriteOptions {
  /** Whether an attempt failed because a unique value is taken, so that this one has to find out which. */
  readonly isCareful: boolean;
}

/** How an attempt to do a batch ended. */
export type BatchAttempt =
  | { readonly outcome: BatchOutcome }
  /** It was rolled back and must be repeated: `careful` because a unique value is taken, `later` because of other transactions. */
  | { readonly again: "careful" | "later"; readonly cause?: unknown };

/** Ends a transaction that is to be rolled back. */
class UndoneError extends Error {
  override readonly name = "UndoneError";
  readonly attempt: BatchAttempt;

  constructor(attempt: BatchAttempt) {
    super("A batch was rolled back");
    this.attempt = attempt;
  }
}

/**
 * Tries to do a batch in one transaction.
 *
 * @throws the driver's error if a statement failed for another reason. Then nothing is done.
 */
export async function attemptBatch(
  client: PostgresClient,
  batch: WriteBatch,
  options: BatchOptions,
): Promise<BatchAttempt> {
  try {
    return { outcome: await transact(client, batch, options) };
  } catch (error) {
    const attempt = attemptOf(error, options);
    if (attempt === undefined) return rollBack(client, error);
    await client.query("ROLLBACK");
    return attempt;
  }
}

function attemptOf(error: unknown, { isCareful }: BatchOptions): BatchAttempt | undefined {
  if (error instanceof UndoneError) return error.attempt;
  if (error instanceof LockedError) return { again: "later", cause: error.cause };
  if (isUniqueViolation(error) && !isCareful) return { again: "careful" };
  // Which of the batch's tables another release has declared is not known.
  if (isWithoutRevision(error))
    return { outcome: { refused: "jobs", jobs: [{ place: 0, refusal: { refused: "superseded" } }] } };
  return undefined;
}

async function transact(
  client: PostgresClient,
  { jobs, guards = [], receipt, isTrial }: WriteBatch,
  options: BatchOptions,
): Promise<BatchOutcome> {
  const run = runStatements(client);
  await Promise.all([client.query("BEGIN"), ...lockBatch(jobs).map((lock) => run(lock))]);
  await assertUnchanged(client, guards);
  const { ids, entries, refused } = await writeObjects(client, jobs, options.isCareful);
  const broken = refused.length > 0 ? refused : await runCheck(client, checks.brokenGuards(jobs.map(guardOf)));
  if (broken.length > 0 || isTrial === true) throw new UndoneError({ outcome: { refused: "jobs", jobs: broken } });
  const changes = jobs.map((job, place): LoggedObject => {
    const objectId = ids.get(place);
    // The reason of its refusal was gone when it was looked for.
    if (objectId === undefined) throw new UndoneError({ again: "later" });
    return { ...changeOf(job), objectId, entryId: entries.get(place) ?? 0 };
  });
  if (receipt !== undefined && !(await runCheck(client, keepReceipt(postgresDialect, receipt))))
    throw new UndoneError({ outcome: { refused: "receipt-exists" } });
  // Asked again when all that is committed before this transaction can be seen: what is committed from then on comes after it.
  const confirm = guards.length === 0 ? undefined : () => assertUnchanged(client, guards);
  const before = await commitChanges(client, changes, { ...options, confirm });
  return { revisions: jobs.map((_, place) => before + place + 1) };
}

async function assertUnchanged(client: PostgresClient, guards: readonly ReadGuard[]): Promise<void> {
  const changed = await runCheck(client, checks.changedRead(guards));
  if (changed !== undefined) throw new UndoneError({ outcome: { refused: "changed", guard: changed } });
}

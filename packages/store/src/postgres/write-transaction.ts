import {
  insertChangesShape,
  newestRevision,
  takeRevisionsShape,
  type BatchedChangeInput,
} from "../sql/change-shapes.js";
import { insertVersionsShape, type LoggedVersion } from "../sql/history-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { changeOf, guardOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import type { PostgresClient } from "./database.js";
import { modelStatements, writeStatements } from "./model-statements.js";
import { recordsOf, RUN_BYTES, writeRuns } from "./write-runs.js";
import { isLockTimeout } from "./postgres-trouble.js";
import { rollBack } from "./with-client.js";
import { named, statement, whyRefused } from "./statements.js";

const takeRevisions = named(takeRevisionsShape());
const insertVersions = named(insertVersionsShape());
const notify = `SELECT ${postgresDialect.notify(newestRevision).text}`;
const insertChanges = named(insertChangesShape());

/** A change, and the id of the object that was written. */
export type LoggedObject = Omit<BatchedChangeInput, "following">;

/** Another transaction holds a lock that a write needs. */
export class LockedError extends Error {
  override readonly name = "LockedError";
  readonly job: WriteJob;

  constructor(cause: unknown, job: WriteJob) {
    super("Another transaction holds a lock", { cause });
    this.job = job;
  }
}

/**
 * Does writes in one transaction and commits those that were not refused. A write has no outcome if the reason of its refusal was gone when it
 * was looked for, or if another transaction has locked the object.
 *
 * @param lockMilliseconds how long the transaction may wait for its revisions.
 * @returns a `LockedError` if a write would have waited for a lock. Then none of the writes is done.
 * @throws the driver's error if one of the writes failed. Then none of them is done.
 */
export async function writeTransaction(
  client: PostgresClient,
  jobs: readonly WriteJob[],
  lockMilliseconds: number,
): Promise<readonly (WriteOutcome | undefined)[] | LockedError> {
  try {
    const [, ...written] = await Promise.all([
      client.query("BEGIN"),
      ...writeRuns(jobs).map((run) => writeRun(client, run)),
    ]);
    // Undefined for a write that did not find what it expected.
    const ids = written.flat();
    const changes: LoggedObject[] = [];
    const refusals = new Map<WriteJob, WriteOutcome | undefined>();
    for (const [place, job] of jobs.entries()) {
      const objectId = ids[place];
      if (objectId === undefined) refusals.set(job, await withLocks(whyRefused(client, job), job));
      else changes.push({ ...changeOf(job), objectId });
    }
    let revision = await commitChanges(client, changes, { lockMilliseconds });
    return jobs.map((job) => (refusals.has(job) ? refusals.get(job) : { revision: ++revision }));
  } catch (error) {
    if (!(error instanceof LockedError)) return rollBack(client, error);
    await client.query("ROLLBACK");
    return error;
  }
}

/** Which of several creates waits for a lock is not known: the first stands for all, as the others are tried again. */
export async function writeRun(
  client: PostgresClient,
  run: readonly WriteJob[],
): Promise<readonly (number | undefined)[]> {
  const [first, ...others] = run;
  if (first === undefined) return [];
  const { name: only, unreferred } = guardOf(first);
  const { lock, createMany } = modelStatements(first.model);
  const query =
    others.length > 0 ? statement(createMany.shared, recordsOf(run)) : statement(writeStatements(first).shared, first);
  // A transaction that begins to refer to the object locks its row until it commits. The second statement sees everything committed by then.
  const locking = unreferred && client.query(statement(lock, { name: only }));
  const written = client.query<{ id: number; name?: string }>(query);
  const [{ rows }] = await withLocks(Promise.all([written, locking]), first);
  const ids = new Map(rows.map(({ id, name = only }) => [name, id]));
  return run.map((job) => ids.get(guardOf(job).name));
}

async function withLocks<Result>(result: Promise<Result>, job: WriteJob): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw isLockTimeout(error) ? new LockedError(error, job) : error;
  }
}

interface CommitOptions {
  /** How long the transaction may wait for its revisions. */
  readonly lockMilliseconds: number;
  /** Called once the revisions are taken: what is committed from then on comes after this transaction. Throws to roll it back. */
  readonly confirm?: (() => Promise<void>) | undefined;
}

/**
 * Logs changes and commits; returns the revision before the first. Taking revisions locks them for all processes, so it comes last, and all
 * further statements are sent with it: the lock is held only as long as the commit takes. Every write waits for this lock, so the wait does not
 * mean that an object is locked.
 */
export async function commitChanges(
  client: PostgresClient,
  changes: readonly LoggedObject[],
  { lockMilliseconds, confirm }: CommitOptions,
): Promise<number> {
  if (changes.length === 0) {
    await client.query("ROLLBACK");
    return 0;
  }
  const taking = [
    client.query(`SET LOCAL lock_timeout = ${lockMilliseconds}`),
    client.query<{ revision: number }>(statement(takeRevisions, { count: changes.length })),
  ] as const;
  if (confirm !== undefined) {
    await Promise.all(taking);
    await confirm();
  }
  // Not as one promise of two: after a lock that was not given, what is sent behind it fails as well, and would be heard of first.
  const [, taken] = await Promise.all([
    ...taking,
    ...logged(changes).map((part) => client.query(statement(insertChanges, part))),
    ...keptOf(changes).map((versions) => client.query(statement(insertVersions, versions))),
    client.query(notify),
    client.query("COMMIT"),
  ]);
  const last = taken.rows[0]?.revision;
  if (last === undefined) throw new Error("The table cmgen_revision has no row");
  return last - changes.length;
}

/** The versions that are kept, in one list; none if there are none. */
function keptOf(changes: readonly LoggedObject[]): readonly (readonly LoggedVersion[])[] {
  const versions = changes.flatMap(({ kept }, place) =>
    kept === null ? [] : [{ kept, following: changes.length - 1 - place }],
  );
  return versions.length === 0 ? [] : [versions];
}

/** Changes with their places, in parts of not too many bytes. */
function logged(changes: readonly LoggedObject[]): readonly (readonly BatchedChangeInput[])[] {
  const parts: BatchedChangeInput[][] = [];
  let room = 0;
  for (const [place, change] of changes.entries()) {
    const bytes = change.data.length + (change.previous?.length ?? 0);
    if (bytes > room) {
      parts.push([]);
      room = RUN_BYTES;
    }
    parts.at(-1)?.push({ ...change, following: changes.length - 1 - place });
    room -= bytes;
  }
  return parts;
}

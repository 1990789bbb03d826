import {
  holdFenceShape,
  insertChangesShape,
  newestRevision,
  takeRevisionsShape,
  type BatchedChangeInput,
} from "../sql/change-shapes.js";
import { insertVersionsShape, type LoggedVersion } from "../sql/history-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { sql } from "../sql/sql.js";
import type { NumberedRecord } from "../sql/shared-write-shapes.js";
import type { Fence } from "../process-locks.js";
import { changeOf, guardOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import type { PostgresClient } from "./schema-client.js";
import { modelStatements, writeStatements } from "./model-statements.js";
import { RUN_BYTES, writeRuns } from "./write-runs.js";
import { isLockTimeout } from "./postgres-trouble.js";
import { type TakenIds, takeIds } from "./taken-ids.js";
import { rollBack } from "./with-client.js";
import { named, statement, whyRefused } from "./statements.js";

const takeRevisions = named(takeRevisionsShape());
const holdFence = named(holdFenceShape());
const insertVersions = named(insertVersionsShape());
const notifyRevision = `SELECT ${postgresDialect.notify(newestRevision).text}`;
/** For Citus, which would read the revision on the schema's node, and notify those who listen there. */
const notify = `SELECT ${postgresDialect.notify(sql`''`).text}`;
const insertChanges = named(insertChangesShape());

/** A change, the id of the object that was written, and that of the history's entry. */
export interface LoggedObject extends Omit<BatchedChangeInput, "following"> {
  readonly entryId: number;
}

/** Writes of one model whose rows were written together, and the ids of their rows: undefined for one that did not find what it expected. */
export interface WrittenRun {
  readonly run: readonly WriteJob[];
  readonly ids: readonly (number | undefined)[];
}

export interface WriteOptions {
  /** How long a transaction may wait for its revisions, in milliseconds. */
  readonly lockMilliseconds: number;
  /** Whether Citus keeps the schema on a node: it would run each part of one statement by itself, and tell all nodes of it. */
  readonly isDistributed: boolean;
}

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
 * @returns a `LockedError` if a write would have waited for a lock. Then none of the writes is done.
 * @throws the driver's error if one of the writes failed. Then none of them is done.
 */
export async function writeTransaction(
  client: PostgresClient,
  jobs: readonly WriteJob[],
  options: WriteOptions,
): Promise<readonly (WriteOutcome | undefined)[] | LockedError> {
  try {
    const [, taken] = await Promise.all([client.query("BEGIN"), takeIds(client, jobs)]);
    const written = await Promise.all(writeRuns(jobs).map((run) => writeRows(client, run, taken)));
    const ids = written.flatMap((each) => each.ids);
    const changes: LoggedObject[] = [];
    const refusals = new Map<WriteJob, WriteOutcome | undefined>();
    for (const [place, job] of jobs.entries()) {
      const objectId = ids[place];
      if (objectId === undefined) refusals.set(job, await withLocks(whyRefused(client, job), job));
      else changes.push({ ...changeOf(job), objectId, entryId: taken.get(job)?.version ?? 0 });
    }
    let revision = await commitChanges(client, changes, { ...options, written });
    return jobs.map((job) => (refusals.has(job) ? refusals.get(job) : { revision: ++revision }));
  } catch (error) {
    if (!(error instanceof LockedError)) return rollBack(client, error);
    await client.query("ROLLBACK");
    return error;
  }
}

/** Writes the rows of a run. Which of several creates waits for a lock is not known: the first stands for all, as the others are tried again. */
export async function writeRows(
  client: PostgresClient,
  run: readonly WriteJob[],
  taken: ReadonlyMap<WriteJob, TakenIds>,
): Promise<WrittenRun> {
  const [first, ...others] = run;
  if (first === undefined) return { run, ids: [] };
  const { unreferred } = guardOf(first);
  const { lock, insertRows, keepFormer } = modelStatements(first.model);
  const { row = null, former = 0 } = taken.get(first) ?? {};
  const query =
    others.length > 0
      ? statement(
          insertRows,
          run.flatMap((job) => (job.write === "create" ? [{ id: taken.get(job)?.row ?? 0, record: job.record }] : [])),
        )
      : statement(writeStatements(first).row, { job: first, id: row });
  // A transaction that begins to refer to the object locks its row until it commits. The second statement sees everything committed by then.
  const locking = unreferred && client.query(statement(lock, { name: guardOf(first).name }));
  const isKept = first.model.history !== undefined && first.write !== "create";
  const keeping = isKept ? client.query(statement(keepFormer, { job: first, id: former })) : undefined;
  const writing = client.query<{ id: number; name: string }>(query);
  const [{ rows }] = await withLocks(Promise.all([writing, locking, keeping]), first);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return { run, ids: run.map((job) => ids.get(guardOf(job).name)) };
}

/** A statement that was sent for a job. */
interface SentCopy {
  readonly job: WriteJob;
  readonly done: Promise<unknown>;
}

/** Writes the labels and index values of the objects written. */
export async function writeCopies(client: PostgresClient, written: readonly WrittenRun[]): Promise<void> {
  const copies = sendCopies(client, written);
  try {
    await Promise.all(copies.map(({ done }) => done));
  } catch (error) {
    throw await lockedCopy(copies, error);
  }
}

/** An object that was written, and the job that wrote it. */
interface WrittenObject extends NumberedRecord {
  readonly job: WriteJob;
}

/**
 * Sends the statements for the labels and index values of the objects written: one of each sort for all objects of a model, but for unique values, which are given up and taken in the order of the writes.
 */
function sendCopies(client: PostgresClient, written: readonly WrittenRun[]): readonly SentCopy[] {
  const models = new Set(written.flatMap(({ run }) => run.map(({ model }) => model)));
  return [...models].flatMap((model) => {
    const runs = written.filter(({ run }) => run[0]?.model === model).map(storedObjects);
    return modelStatements(model).copies.flatMap(({ isUnique, hasRows, deleteOthers, insert }) =>
      (isUnique ? runs : [runs.flat()]).flatMap((objects) => {
        const [first] = objects;
        if (first === undefined) return [];
        const replaced = objects.filter(({ job }) => job.write === "replace");
        const queries = [
          ...(replaced.length > 0 ? [statement(deleteOthers, replaced)] : []),
          ...(objects.some(({ record }) => hasRows(record)) ? [statement(insert, objects)] : []),
        ];
        return queries.map((query) => ({ job: first.job, done: client.query(query) }));
      }),
    );
  });
}

function storedObjects({ run, ids }: WrittenRun): readonly WrittenObject[] {
  return run.flatMap((job, place) => {
    const id = ids[place];
    return id === undefined || job.write === "remove" ? [] : [{ id, record: job.record, job }];
  });
}

/**
 * The error, as one that a job waited for a lock if it came from its copies. They are not each given to `withLocks`: what is sent behind a statement
 * fails as well, and would be heard of first.
 */
async function lockedCopy(copies: readonly SentCopy[], thrown: unknown): Promise<unknown> {
  if (!isLockTimeout(thrown)) return thrown;
  const settled = await Promise.allSettled(copies.map(({ done }) => done));
  const place = settled.findIndex((each) => each.status === "rejected" && each.reason === thrown);
  const job = copies[place]?.job;
  return job === undefined ? thrown : new LockedError(thrown, job);
}

async function withLocks<Result>(result: Promise<Result>, job: WriteJob): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw isLockTimeout(error) ? new LockedError(error, job) : error;
  }
}

interface CommitOptions extends WriteOptions {
  /** What has no labels and index values yet. */
  readonly written?: readonly WrittenRun[] | undefined;
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
  { lockMilliseconds, isDistributed, written = [], confirm }: CommitOptions,
): Promise<number> {
  if (changes.length === 0) {
    await client.query("ROLLBACK");
    return 0;
  }
  const copies = sendCopies(client, written);
  const taking = [
    client.query(`SET LOCAL lock_timeout = ${lockMilliseconds}`),
    client.query<{ revision: number }>(statement(takeRevisions, { count: changes.length })),
    ...fencesOf(changes).map((fence) => client.query(statement(holdFence, fence))),
  ] as const;
  if (confirm !== undefined) {
    await Promise.all(taking);
    await confirm();
  }
  // Not as one promise of two: after a lock that was not given, what is sent behind it fails as well, and would be heard of first.
  const sent = Promise.all([
    ...taking,
    ...copies.map(({ done }) => done),
    ...logged(changes).map((part) => client.query(statement(insertChanges, part))),
    ...keptOf(changes).map((versions) => client.query(statement(insertVersions, versions))),
    client.query(isDistributed ? notify : notifyRevision),
    client.query("COMMIT"),
  ]);
  const [, taken] = await sent.catch(async (error: unknown) => {
    throw await lockedCopy(copies, error);
  });
  const last = taken.rows[0]?.revision;
  if (last === undefined) throw new Error("The table cmgen_revision has no row");
  return last - changes.length;
}

/** The locks that must still be held. */
function fencesOf(changes: readonly LoggedObject[]): readonly Fence[] {
  const fences = new Map(
    changes.flatMap(({ fence }) => (fence === null ? [] : [[`${fence.holder} ${fence.lock}`, fence]])),
  );
  return [...fences.values()];
}

/** The versions that are kept, in one list; none if there are none. */
function keptOf(changes: readonly LoggedObject[]): readonly (readonly LoggedVersion[])[] {
  const versions = changes.flatMap(({ kept, entryId }, place) =>
    kept === null ? [] : [{ kept, id: entryId, following: changes.length - 1 - place }],
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

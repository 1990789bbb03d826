import { insertBatchedChangeShape, takeRevisionsShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import type { WriteOutcome } from "../store.js";
import { changeOf, type WriteJob } from "../write-job.js";
import { named, statement, type PostgresClient } from "./database.js";
import { modelStatements } from "./model-statements.js";
import { whyRefused } from "./why-refused.js";
import { rollBack } from "./with-client.js";

/** The channel on which processes tell each other of changes. */
export const CHANGES_CHANNEL = "cmgen_changes";

const takeRevisions = named(takeRevisionsShape(postgresDialect));
const insertChange = named(insertBatchedChangeShape(postgresDialect));

/**
 * Does writes in one transaction and commits what was not refused. An outcome is missing where what stood in the way of a write was gone
 * when it was looked for.
 *
 * @throws the driver's error if any of the writes failed: then none is done.
 */
export async function writeTransaction(
  client: PostgresClient,
  jobs: readonly WriteJob[],
): Promise<readonly (WriteOutcome | undefined)[]> {
  try {
    const [, ...done] = await Promise.all([client.query("BEGIN"), ...jobs.map((job) => write(client, job))]);
    const refusals = new Map<WriteJob, WriteOutcome | undefined>();
    for (const [place, job] of jobs.entries()) {
      if (done[place] !== true) refusals.set(job, await whyRefused(client, job));
    }
    const revisions = await commit(
      client,
      jobs.filter((job) => !refusals.has(job)),
    );
    return jobs.map((job) => refusals.get(job) ?? revisions.get(job));
  } catch (error) {
    return rollBack(client, error);
  }
}

/** Whether the write found what it expected. */
async function write(client: PostgresClient, job: WriteJob): Promise<boolean> {
  const statements = modelStatements(job.model);
  const { rows } = await client.query(
    job.write === "create"
      ? statement(statements.create, job.record)
      : job.write === "replace"
        ? statement(statements.replace, job)
        : statement(statements.remove, job),
  );
  return rows.length > 0;
}

/**
 * Logs the writes and commits. Taking revisions locks them for all processes, so it comes last, and everything after it is sent in one
 * go: the lock is held no longer than the commit takes.
 */
async function commit(client: PostgresClient, jobs: readonly WriteJob[]): Promise<ReadonlyMap<WriteJob, WriteOutcome>> {
  if (jobs.length === 0) {
    await client.query("ROLLBACK");
    return new Map();
  }
  const [taken] = await Promise.all([
    client.query<{ revision: number }>(statement(takeRevisions, { count: jobs.length })),
    ...jobs.map((job, place) =>
      client.query(statement(insertChange, { ...changeOf(job), following: jobs.length - 1 - place })),
    ),
    client.query(`NOTIFY ${CHANGES_CHANNEL}`),
    client.query("COMMIT"),
  ]);
  const last = taken.rows[0]?.revision;
  if (last === undefined) throw new Error("The table cmgen_revision has no row");
  return new Map(jobs.map((job, place) => [job, { revision: last - (jobs.length - 1 - place) }]));
}

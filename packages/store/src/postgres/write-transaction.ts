import { insertBatchedChangeShape, takeRevisionsShape, type BatchedChangeInput } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { CHANGES_CHANNEL } from "../sql/postgres-write-shapes.js";
import type { WriteOutcome } from "../write-outcome.js";
import { changeOf, type WriteJob } from "../write-job.js";
import { named, statement, type PostgresClient } from "./database.js";
import { modelStatements } from "./model-statements.js";
import { whyRefused } from "./why-refused.js";
import { rollBack } from "./with-client.js";

const takeRevisions = named(takeRevisionsShape(postgresDialect));
const insertChange = named(insertBatchedChangeShape(postgresDialect));

type LoggedObject = Omit<BatchedChangeInput, "following">;

/**
 * Does writes in one transaction and commits those that were not refused. An outcome is missing if a write's obstacle was gone when it was
 * looked for.
 *
 * @throws the driver's error if any of the writes failed: then none is done.
 */
export async function writeTransaction(
  client: PostgresClient,
  jobs: readonly WriteJob[],
): Promise<readonly (WriteOutcome | undefined)[]> {
  try {
    const [, ...ids] = await Promise.all([client.query("BEGIN"), ...jobs.map((job) => write(client, job))]);
    const changes: LoggedObject[] = [];
    const outcomes: ((last: number) => WriteOutcome | undefined)[] = [];
    for (const [place, job] of jobs.entries()) {
      const id = ids[place];
      const refusal = id === undefined ? await whyRefused(client, job) : undefined;
      const number = id === undefined ? 0 : changes.push({ ...changeOf(job), objectId: id });
      outcomes.push((first) => (id === undefined ? refusal : { revision: first + number }));
    }
    const before = await commit(client, changes);
    return outcomes.map((outcome) => outcome(before));
  } catch (error) {
    return rollBack(client, error);
  }
}

/** The id of the object written, if it had the expected version. */
async function write(client: PostgresClient, job: WriteJob): Promise<number | undefined> {
  const statements = modelStatements(job.model);
  const { rows } = await client.query<{ id: number }>(
    job.write === "create"
      ? statement(statements.create.shared, job.record)
      : job.write === "replace"
        ? statement(statements.replace.shared, job)
        : statement(statements.remove.shared, job),
  );
  return rows[0]?.id;
}

/**
 * Logs changes and commits; returns the revision before the first. Taking revisions locks them for all processes, so it comes last, and
 * everything after it is sent together: the lock is held no longer than the commit takes.
 */
async function commit(client: PostgresClient, changes: readonly LoggedObject[]): Promise<number> {
  if (changes.length === 0) {
    await client.query("ROLLBACK");
    return 0;
  }
  const [taken] = await Promise.all([
    client.query<{ revision: number }>(statement(takeRevisions, { count: changes.length })),
    ...changes.map((change, place) =>
      client.query(statement(insertChange, { ...change, following: changes.length - 1 - place })),
    ),
    client.query(`NOTIFY ${CHANGES_CHANNEL}`),
    client.query("COMMIT"),
  ]);
  const last = taken.rows[0]?.revision;
  if (last === undefined) throw new Error("The table cmgen_revision has no row");
  return last - changes.length;
}

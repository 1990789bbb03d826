import { changeOf, type WriteJob } from "../write-job.js";
import { statement, type PostgresPool } from "./database.js";
import { modelStatements } from "./model-statements.js";
import { withClient } from "./with-client.js";

/**
 * Does a write as a transaction of one statement: one round trip, where a transaction of several statements has at least two. Returns the
 * change's revision, or `undefined` if the object did not have the expected version and nothing was done.
 *
 * @throws the driver's error if the write failed: then it is not done.
 */
export async function writeAlone(pool: PostgresPool, job: WriteJob): Promise<number | undefined> {
  const { rows } = await withClient(pool, (client) => client.query<{ revision: number }>(loneStatement(job)));
  return rows[0]?.revision;
}

function loneStatement(job: WriteJob): ReturnType<typeof statement> {
  const statements = modelStatements(job.model);
  const change = changeOf(job);
  switch (job.write) {
    case "create":
      return statement(statements.create.lone, { write: job.record, change });
    case "replace":
      return statement(statements.replace.lone, { write: job, change });
    default:
      return statement(statements.remove.lone, { write: job, change });
  }
}

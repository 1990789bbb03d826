import { RefusalChecks, type Check } from "../engine/refusal-checks.js";
import { postgresDialect } from "../sql/dialect.js";
import { guardOf, type WriteJob, type WriteRefusal } from "../write-job.js";
import type { PostgresClient } from "./database.js";
import { runCheck } from "./statements.js";

export const postgresChecks = new RefusalChecks(postgresDialect);

/** Why a write could not be done; `undefined` if the obstacle is gone. */
export function whyRefused(client: PostgresClient, job: WriteJob): Promise<WriteRefusal | undefined> {
  return runCheck(client, refusalOf(job));
}

function* refusalOf(job: WriteJob): Check<WriteRefusal | undefined> {
  const guard = guardOf(job);
  const current = yield* postgresChecks.version(job.model.table, guard.name);
  if (job.write === "create") {
    if (current !== undefined) return { refused: "name-taken" };
  } else {
    if (current === undefined) return { refused: "not-found" };
    if (current !== job.expectedVersion) return { refused: "version-differs", currentVersion: current };
  }
  const taken = job.write === "remove" ? undefined : yield* postgresChecks.valueTaken(job.model, job.record);
  return taken ?? (yield* postgresChecks.brokenGuard(guard));
}

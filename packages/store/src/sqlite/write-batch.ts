import type { SettledWrite } from "../engine/commit-queue.js";
import { memoized } from "../memoized.js";
import { changeOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import type { StoredModel } from "../stored-model.js";
import { ChangeLogWriter } from "./change-log-writer.js";
import { ModelWriter } from "./model-writer.js";
import type { SqliteDatabase } from "./database.js";

/**
 * Does writes in one transaction and commits it. Each write is atomic by itself: if one fails or is refused, the others are not affected.
 *
 * @throws the driver's error if the transaction as a whole failed: then none of the writes is done.
 */
type BatchRunner = (jobs: readonly WriteJob[]) => readonly SettledWrite[];

/** Prepares the writes of a connection. */
export function batchRunner(database: SqliteDatabase): BatchRunner {
  const writers = new Map<StoredModel, ModelWriter>();
  const log = new ChangeLogWriter(database);
  const alone = savepoints(database);
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");

  const run = (job: WriteJob): WriteOutcome => {
    const written = memoized(writers, job.model, () => new ModelWriter(database, job.model)).write(job);
    return written.refused === undefined ? { revision: log.add({ ...changeOf(job), objectId: written.id }) } : written;
  };

  /** A single write in a transaction needs no savepoint. */
  const runOnly = (job: WriteJob): readonly SettledWrite[] => {
    const outcome = run(job);
    log.end();
    if (outcome.refused === undefined) commit.run();
    else database.exec("ROLLBACK");
    return [{ outcome }];
  };

  return (jobs) => {
    begin.run();
    try {
      log.begin();
      const [only, ...others] = jobs;
      if (only !== undefined && others.length === 0) return runOnly(only);
      const settled = jobs.map((job) => alone(() => run(job)));
      log.end();
      commit.run();
      return settled;
    } catch (error) {
      if (database.inTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };
}

/** Runs each write in a savepoint, which is rolled back if the write fails or is refused. */
function savepoints(database: SqliteDatabase): (run: () => WriteOutcome) => SettledWrite {
  const save = database.prepare("SAVEPOINT write");
  const goBack = database.prepare("ROLLBACK TO write");
  const release = database.prepare("RELEASE write");
  return (run) => {
    save.run();
    try {
      const outcome = run();
      if (outcome.refused !== undefined) goBack.run();
      release.run();
      return { outcome };
    } catch (error) {
      // Some failures (a full disk) end the whole transaction, and the savepoint with it.
      if (!database.inTransaction) throw error;
      goBack.run();
      release.run();
      return { error };
    }
  };
}

import type { SettledWrite } from "../engine/commit-queue.js";
import { memoized } from "../memoized.js";
import type { Query } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import { changeOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import { ChangeLogWriter } from "./change-log-writer.js";
import type { SqliteDatabase } from "./database.js";
import { probeDisk } from "./disk-probe.js";
import { ModelWriter } from "./model-writer.js";
import { rewriteObjects } from "./sqlite-walk-storage.js";
import { execute, executeAll } from "./statements.js";

/** Work that can be repeated after a crash, so that it need not wait for the disk. */
export const chores = { execute, executeAll, rewrite: rewriteObjects, probe: probeDisk };

export type ChoreName = keyof typeof chores;
export type ChoreInput<Name extends ChoreName> = Parameters<(typeof chores)[Name]>[1];
export type ChoreResult<Name extends ChoreName> = ReturnType<(typeof chores)[Name]>;

/** Writes to an SQLite database, on the only connection that does. */
export interface SqliteWriter {
  /** Does writes in one transaction. Rejects if none is done. */
  run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]>;
  /** Runs a statement that writes. It survives a power cut, as writes of objects do. */
  execute(statement: Query): Promise<readonly unknown[]>;
  /** Does one of the {@link chores}. Its input is plain data, which can be sent to a thread. */
  chore<Name extends ChoreName>(name: Name, input: ChoreInput<Name>): Promise<ChoreResult<Name>>;
  close(): Promise<void>;
}

/** Does a chore on a connection. */
export function doChore<Name extends ChoreName>(
  database: SqliteDatabase,
  name: Name,
  input: ChoreInput<Name>,
): ChoreResult<Name> {
  // TypeScript does not relate the type of one entry to that of its input.
  const chore = chores[name] as (connection: SqliteDatabase, input: ChoreInput<Name>) => ChoreResult<Name>;
  return chore(database, input);
}

/** A database in memory has one connection and no disk to wait for, so it needs no thread. */
export function inlineWriter(database: SqliteDatabase): SqliteWriter {
  const run = batchRunner(database);
  return {
    run: async (jobs) => run(jobs),
    execute: async (statement) => execute(database, statement),
    chore: async (name, input) => doChore(database, name, input),
    close: async () => undefined,
  };
}

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

import type { WriteJob } from "../write-job.js";
import type { SqliteDatabase } from "./open-database.js";
import { batchRunner, type SettledWrite } from "./write-batch.js";

/** What writes to an SQLite database. */
export interface SqliteWriter {
  /** Does writes in one transaction; `quiet` says that nobody else is being served. Rejects if none is done. */
  run(jobs: readonly WriteJob[], quiet: boolean): Promise<readonly SettledWrite[]>;
  close(): Promise<void>;
}

/** A database in memory has one connection, and no disk to wait for: it is written to where it is. */
export function inlineWriter(database: SqliteDatabase): SqliteWriter {
  const run = batchRunner(database);
  return { run: async (jobs) => run(jobs), close: async () => undefined };
}

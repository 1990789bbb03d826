import type { SettledWrite } from "../engine/commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { EvolveOutcome } from "../evolution-storage.js";
import { fillIndexes, type IndexedObjects } from "./sqlite-index-storage.js";
import { evolveObjects, type ModelBatch } from "./sqlite-evolution-storage.js";
import type { SqliteDatabase } from "./database.js";
import { executeStatement, type WritingStatement } from "./statements.js";
import { batchRunner } from "./write-batch.js";

/** Writes to an SQLite database, on the only connection that does. */
export interface SqliteWriter {
  /** Does writes in one transaction. Rejects if none is done. */
  run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]>;
  /** Runs a statement that can be repeated after a crash, and returns its rows. It does not wait for the disk. */
  execute(statement: WritingStatement): Promise<readonly unknown[]>;
  /** {@link fillIndexes}. A crash may undo it. */
  index(objects: IndexedObjects): Promise<number | undefined>;
  /** {@link evolveObjects}. A crash may undo it. */
  evolve(batch: ModelBatch): Promise<EvolveOutcome>;
  close(): Promise<void>;
}

/** A database in memory has one connection and no disk to wait for, so it needs no thread. */
export function inlineWriter(database: SqliteDatabase): SqliteWriter {
  const run = batchRunner(database);
  return {
    run: async (jobs) => run(jobs),
    execute: async (statement) => executeStatement(database, statement),
    index: async (objects) => fillIndexes(database, objects),
    evolve: async (batch) => evolveObjects(database, batch),
    close: async () => undefined,
  };
}

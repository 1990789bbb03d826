import type { SettledWrite } from "../engine/commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { SqliteDatabase } from "./database.js";
import { evolveObjects } from "./sqlite-evolution-storage.js";
import { fillIndexes } from "./sqlite-index-storage.js";
import { execute } from "./statements.js";
import { batchRunner } from "./write-batch.js";

/** Work that can be repeated after a crash, so that it need not wait for the disk. */
export const chores = { execute, index: fillIndexes, evolve: evolveObjects };

export type ChoreName = keyof typeof chores;
export type ChoreInput<Name extends ChoreName> = Parameters<(typeof chores)[Name]>[1];
export type ChoreResult<Name extends ChoreName> = ReturnType<(typeof chores)[Name]>;

/** Writes to an SQLite database, on the only connection that does. */
export interface SqliteWriter {
  /** Does writes in one transaction. Rejects if none is done. */
  run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]>;
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
    chore: async (name, input) => doChore(database, name, input),
    close: async () => undefined,
  };
}

import { setTimeout as delay } from "node:timers/promises";
import { type NeededRows, TableWalks } from "../engine/table-walks.js";
import type { ProcessLocks } from "../process-locks.js";
import { postgresDialect } from "../sql/dialect.js";
import type { WalkStorage } from "../walk-storage.js";
import type { SchemaPool } from "./schema-pool.js";
import { isUniqueViolation } from "./postgres-trouble.js";
import { runCheck, runStatements } from "./statements.js";
import { takeEntryIds } from "./taken-ids.js";
import { rollBack, withClient } from "./with-client.js";

/** The interval at which a process that waits for another's walk checks whether it has ended. */
const ASK_MILLISECONDS = 250;

/** Walks over the objects of a table on PostgreSQL, where several processes may try at the same time. */
export function postgresWalks(pool: SchemaPool, locks: ProcessLocks): WalkStorage {
  const run = runStatements(pool);
  return new TableWalks({
    dialect: postgresDialect,
    run,
    count: run,
    transact: (statements) => transact(pool, statements),
    takeEntryIds: (count) => withClient(pool, (client) => takeEntryIds(client, count)),
    check: (check) => withClient(pool, (client) => runCheck(client, check)),
    isUniqueViolation,
    // The listener hears of it.
    changed: () => undefined,
    // Waiting does not hold a connection of the pool, which the others need to finish.
    locked: async ({ table, signal, waiting }, use) => {
      for (;;) {
        signal?.throwIfAborted();
        const lock = await locks.tryHold(`index builds of ${table}`);
        if (lock === undefined) {
          await waiting?.();
          await delay(ASK_MILLISECONDS, undefined, signal === undefined ? {} : { signal });
          continue;
        }
        try {
          return await use(lock.lost);
        } finally {
          await lock.release();
        }
      }
    },
  });
}

/** See {@link WalkAccess.transact}. */
export function transact(pool: SchemaPool, statements: readonly NeededRows[]): Promise<number | undefined> {
  return withClient(pool, async (client) => {
    try {
      const [, ...answers] = await Promise.all([
        client.query("BEGIN; SET LOCAL synchronous_commit = off"),
        ...statements.map(({ sql, values }) => client.query(sql, values)),
      ]);
      const missed = statements.findIndex(({ rows }, place) => (answers[place]?.rowCount ?? 0) < rows);
      await client.query(missed < 0 ? "COMMIT" : "ROLLBACK");
      return missed < 0 ? undefined : missed;
    } catch (error) {
      return rollBack(client, error);
    }
  });
}

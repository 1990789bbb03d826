import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { assertSession } from "../postgres/assert-session.js";
import type { PostgresConnection, PostgresPool } from "../postgres/database.js";
import type { PostgresServers } from "../postgres/postgres-servers.js";
import { postgresReads } from "../postgres/postgres-snapshot.js";
import { isDatabaseError, isPassing } from "../postgres/postgres-trouble.js";
import { withClient } from "../postgres/with-client.js";
import { checksumOf, type Migration } from "./migration.js";
import type { MigrationSession, MigrationTarget } from "./deploy-migrations.js";
import type { MigrationRecord } from "./migration-history.js";
import { migrationHome, type MigrationHome } from "./migration-home.js";
import type { SqlStatement } from "./split-statements.js";

/** Prisma Migrate's own lock, so that the two wait for each other. It is the same for all schemas. */
export const PRISMA_LOCK = 72_707_369;

/** Services in different schemas need not wait for each other: they share Prisma's lock, and each takes a lock of its schema. */
const LOCK = `SELECT pg_advisory_lock_shared(${PRISMA_LOCK}), pg_advisory_lock(hashtextextended('cmgen migrations ' || $1, 0))`;

/** Attempts, at most. A migration and the service's writes may lock tables in different orders, so that a deadlock ends the migration. */
const ATTEMPTS = 5;
const PAUSE_MILLISECONDS = 100;

const INSUFFICIENT_PRIVILEGE = "42501";

/** The columns of `_prisma_migrations` as Prisma Migrate creates them. */
const COLUMNS = `(
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

/** Migrates a PostgreSQL database, in the schema that its URL names. */
export function postgresMigrations(pool: PostgresPool, servers: PostgresServers): MigrationTarget {
  const { schema } = servers;
  return {
    records: () => withClient(pool, async (client) => records(client, await migrationHome(client, schema))),
    locked: async (use) => {
      const client = await pool.connect();
      try {
        await assertSession(client, servers.url);
        const home = await migrationHome(client, schema);
        await endWithProcess(client);
        await client.query(LOCK, [home.schema]);
        return await repeatedly(() => use(postgresSession(client, home)));
      } finally {
        // The end of the connection releases the locks.
        client.release(true);
      }
    },
  };
}

/** Without this setting PostgreSQL completes a statement whose client was killed, and keeps its locks until then. */
const CHECK_CONNECTION = `SELECT set_config(name, '1000', false) FROM pg_settings WHERE name = 'client_connection_check_interval'`;

async function endWithProcess(client: PostgresConnection): Promise<void> {
  try {
    await client.query(CHECK_CONNECTION);
  } catch (error) {
    // Some operating systems do not support it. There the next migration waits until that statement has ended.
    if (!isDatabaseError(error)) throw error;
  }
}

async function repeatedly<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      if (attempt === ATTEMPTS || !isPassing(cause)) throw error;
      await delay(PAUSE_MILLISECONDS * attempt);
    }
  }
}

function postgresSession(client: PostgresConnection, home: MigrationHome): MigrationSession {
  return {
    reads: postgresReads(client),
    begin: async () => void (await client.query("BEGIN")),
    commit: async () => void (await client.query("COMMIT")),
    rollBack: async () => {
      // If the connection broke, the server rolls back. The error to report is the one before this.
      await client.query("ROLLBACK").catch(() => undefined);
    },
    records: () => records(client, home),
    prepare: async () => {
      if (!home.exists) await createSchema(client, home);
      await client.query(`CREATE TABLE IF NOT EXISTS ${home.history} ${COLUMNS}`);
    },
    run: async ({ sql }) => void (await client.query(sql)),
    record: async (migration, started) => {
      await record(client, home, { migration, started, finished: new Date() });
      // The script may have changed it. The next one begins with the connection's own, as if it ran alone.
      await client.query("SELECT set_config('search_path', $1, false)", [home.searchPath]);
    },
    runAlone: (migration, statement) => runAlone(client, home, { migration, statement }),
  };
}

async function createSchema(client: PostgresConnection, { quoted }: MigrationHome): Promise<void> {
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted}`);
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    const advice = `let an administrator run \`CREATE SCHEMA ${quoted} AUTHORIZATION <user>\``;
    throw new Error(`the schema ${quoted} does not exist and this user may not create it; ${advice}`, { cause: error });
  }
}

interface Run {
  readonly migration: Migration;
  readonly statement: SqlStatement;
}

async function runAlone(client: PostgresConnection, home: MigrationHome, { migration, statement }: Run): Promise<void> {
  const id = await record(client, home, { migration, started: new Date(), finished: null });
  await client.query(statement.sql);
  await client.query(`UPDATE ${home.history} SET finished_at = now(), applied_steps_count = 1 WHERE id = $1`, [id]);
}

interface Recorded {
  readonly migration: Migration;
  readonly started: Date;
  readonly finished: Date | null;
}

async function record(
  client: PostgresConnection,
  { history }: MigrationHome,
  { migration: { name, sql }, started, finished }: Recorded,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO ${history} (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, checksumOf(sql), name, started, finished, finished === null ? 0 : 1],
  );
  return id;
}

async function records(client: PostgresConnection, { history }: MigrationHome): Promise<readonly MigrationRecord[]> {
  const { rows: tables } = await client.query<{ there: boolean }>("SELECT to_regclass($1) IS NOT NULL AS there", [
    history,
  ]);
  if (tables[0]?.there !== true) return [];
  const { rows } = await client.query<MigrationRecord>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS "rolledBack"
 FROM ${history} ORDER BY started_at`,
  );
  return rows;
}

import { randomUUID } from "node:crypto";
import type { PostgresClient, PostgresPool } from "../postgres/database.js";
import { rollBack, withClient } from "../postgres/with-client.js";
import { checksumOf, type Migration } from "./migration.js";
import type { MigrationSession, MigrationTarget } from "./deploy-migrations.js";
import type { MigrationRecord } from "./migration-history.js";

/** Prisma Migrate's own lock, so that it and this wait for each other. */
const ADVISORY_LOCK = 72_707_369;

/** The table as Prisma Migrate makes it. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

const RECORD = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
VALUES ($1, $2, $3, $4, $5, 1)`;

const RECORDS = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
 rolled_back_at IS NOT NULL AS "rolledBack" FROM _prisma_migrations ORDER BY started_at`;

/** Migrates a PostgreSQL database, one transaction each migration. */
export function postgresMigrations(pool: PostgresPool): MigrationTarget {
  return {
    records: () => withClient(pool, records),
    locked: (use) =>
      withClient(pool, async (client) => {
        await client.query(`SELECT pg_advisory_lock(${ADVISORY_LOCK})`);
        try {
          return await use(postgresSession(client));
        } finally {
          await client.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCK})`);
        }
      }),
  };
}

function postgresSession(client: PostgresClient): MigrationSession {
  return {
    prepare: async () => void (await client.query(CREATE_TABLE)),
    records: () => records(client),
    apply: (migration) => apply(client, migration),
  };
}

async function apply(client: PostgresClient, { name, sql }: Migration): Promise<void> {
  const started = new Date();
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(RECORD, [randomUUID(), checksumOf(sql), name, started, new Date()]);
    await client.query("COMMIT");
  } catch (error) {
    await rollBack(client, error);
  }
}

async function records(client: PostgresClient): Promise<readonly MigrationRecord[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there",
  );
  if (tables[0]?.there !== true) return [];
  return (await client.query<MigrationRecord>(RECORDS)).rows;
}

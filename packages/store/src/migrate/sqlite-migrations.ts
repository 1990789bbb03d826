import { randomUUID } from "node:crypto";
import type { SqliteDatabase } from "../sqlite/database.js";
import { sqliteReads } from "../sqlite/sqlite-snapshot.js";
import { checksumOf } from "./migration.js";
import type { MigrationSession, MigrationTarget } from "./deploy-migrations.js";
import type { MigrationRecord } from "./migration-history.js";

/** The table as Prisma Migrate creates it. Instants are milliseconds since 1970. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

const RECORD = `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
VALUES (?, ?, ?, ?, ?, 1)`;

const RECORDS = `SELECT "migration_name" AS name, "checksum", "finished_at" IS NOT NULL AS finished,
 "rolled_back_at" IS NOT NULL AS rolledBack FROM "_prisma_migrations" ORDER BY "started_at"`;

/**
 * Migrates an SQLite database. The write transaction around everything is the lock. Foreign keys are not enforced during a migration: Prisma's
 * scripts change a table by creating it again, and dropping the old one would delete all rows that refer to it. They are checked at the end of
 * each migration.
 */
export function sqliteMigrations(database: SqliteDatabase): MigrationTarget {
  return {
    records: async () => records(database),
    locked: async (use) => {
      // Within a transaction this would have no effect.
      database.pragma("foreign_keys = OFF");
      try {
        return await use(sqliteSession(database));
      } finally {
        database.pragma("foreign_keys = ON");
      }
    },
  };
}

function sqliteSession(database: SqliteDatabase): MigrationSession {
  return {
    reads: sqliteReads(database),
    begin: async () => void database.exec("BEGIN IMMEDIATE"),
    commit: async () => void database.exec("COMMIT"),
    rollBack: async () => {
      // Some errors, such as a full disk, have rolled it back already.
      if (database.inTransaction) database.exec("ROLLBACK");
    },
    records: async () => records(database),
    prepare: async () => void database.exec(CREATE_TABLE),
    run: async ({ sql }) => void database.exec(sql),
    record: async ({ name, sql }, started) => {
      assertForeignKeys(database);
      database.prepare(RECORD).run(randomUUID(), checksumOf(sql), name, started.getTime(), Date.now());
    },
    runAlone: () => Promise.reject(new TypeError("SQLite runs every migration in a transaction")),
  };
}

function assertForeignKeys(database: SqliteDatabase): void {
  const [broken] = database.pragma("foreign_key_check") as { table: string; parent: string }[];
  if (broken !== undefined) {
    throw new Error(`rows of ${broken.table} refer to rows of ${broken.parent} that do not exist`);
  }
}

function records(database: SqliteDatabase): readonly MigrationRecord[] {
  const table = database
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'")
    .get();
  if (table === undefined) return [];
  return (database.prepare(RECORDS).all() as (Pick<MigrationRecord, "name" | "checksum"> & Flags)[]).map((row) => ({
    name: row.name,
    checksum: row.checksum,
    finished: row.finished === 1,
    rolledBack: row.rolledBack === 1,
  }));
}

interface Flags {
  readonly finished: 0 | 1;
  readonly rolledBack: 0 | 1;
}

import { existsSync } from "node:fs";
import { parseDatabaseUrl } from "../database-url.js";
import { assertDatabaseFolder, openWriter } from "../sqlite/database.js";
import { deployMigrations, type MigrationEvents, type MigrationTarget } from "./deploy-migrations.js";
import { compareHistory, type MigrationStatus } from "./migration-history.js";
import type { Migration } from "./migration.js";
import { sqliteMigrations } from "./sqlite-migrations.js";

/**
 * The state of each migration in the database a URL names. Nothing is changed.
 *
 * @throws {Error} if the folder of a file does not exist.
 */
export async function migrationStatus(
  url: string,
  migrations: readonly Migration[],
): Promise<readonly MigrationStatus[]> {
  const location = parseDatabaseUrl(url);
  // Opening the file would create it.
  if (location.engine === "sqlite" && !existsSync(location.file)) {
    assertDatabaseFolder(location.file);
    return compareHistory(migrations, []);
  }
  return withTarget(url, async (target) => compareHistory(migrations, await target.records()));
}

/** {@link deployMigrations} on the database a URL names. */
export function deployMigrationsTo(
  url: string,
  migrations: readonly Migration[],
  events: MigrationEvents = {},
): Promise<readonly string[]> {
  return withTarget(url, (target) => deployMigrations(target, migrations, events));
}

async function withTarget<Result>(url: string, use: (target: MigrationTarget) => Promise<Result>): Promise<Result> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "postgresql") return withPostgres(location.url, use);
  const database = openWriter(location.file);
  try {
    return await use(sqliteMigrations(database));
  } finally {
    database.close();
  }
}

/** The driver is loaded only for a PostgreSQL server: it takes memory and time. */
async function withPostgres<Result>(url: string, use: (target: MigrationTarget) => Promise<Result>): Promise<Result> {
  const { openPool } = await import("../postgres/database.js");
  const { postgresMigrations } = await import("./postgres-migrations.js");
  const pool = openPool(url, { connections: 1 });
  try {
    return await use(postgresMigrations(pool, url));
  } finally {
    await pool.end();
  }
}

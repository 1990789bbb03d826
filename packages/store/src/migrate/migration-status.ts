import { existsSync } from "node:fs";
import { parseDatabaseUrl } from "../database-url.js";
import { inOwner } from "../sqlite/in-owner.js";
import { assertDatabaseFolder, openReader, openWriter, type SqliteDatabase } from "../sqlite/database.js";
import { deployMigrations, type MigrationEvents, type MigrationTarget } from "./deploy-migrations.js";
import { MIGRATE } from "./migrate-command.js";
import type { Migrated } from "./migrate-worker.js";
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
  const compare = async (target: MigrationTarget): Promise<readonly MigrationStatus[]> =>
    compareHistory(migrations, await target.records());
  if (location.engine === "postgresql") return withPostgres(location.url, compare);
  const { file } = location;
  if (existsSync(file)) return withFile(openReader(file), compare);
  assertDatabaseFolder(file);
  return compareHistory(migrations, []);
}

/** {@link deployMigrations} on the database a URL names. If a service has the file, that service applies them. */
export async function deployMigrationsTo(
  url: string,
  migrations: readonly Migration[],
  events: MigrationEvents = {},
): Promise<readonly string[]> {
  const location = parseDatabaseUrl(url);
  const deploy = (target: MigrationTarget): Promise<readonly string[]> => deployMigrations(target, migrations, events);
  if (location.engine === "postgresql") return withPostgres(location.url, deploy);
  const { file } = location;
  const ended = await inOwner(file, { name: MIGRATE, input: migrations }, () => withFile(openWriter(file), deploy));
  if ("here" in ended) return ended.here;
  // The process that answers runs a release of cmgen, which has this command.
  const { applied, odd } = ended.answer as Migrated;
  for (const status of odd) events.odd?.(status);
  return applied;
}

async function withFile<Result>(
  database: SqliteDatabase,
  use: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(sqliteMigrations(database));
  } finally {
    database.close();
  }
}

/** The driver is loaded only for a PostgreSQL server: it takes memory and time. */
async function withPostgres<Result>(url: string, use: (target: MigrationTarget) => Promise<Result>): Promise<Result> {
  const { openPool } = await import("../postgres/database.js");
  const { PostgresServers } = await import("../postgres/postgres-servers.js");
  const { postgresMigrations } = await import("./postgres-migrations.js");
  const servers = new PostgresServers(url);
  const pool = openPool(servers, { connections: 1 });
  try {
    return await use(postgresMigrations(pool, servers));
  } finally {
    await pool.end();
  }
}

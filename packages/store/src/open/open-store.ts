import { deployMigrations } from "../migrate/deploy-migrations.js";
import { sqliteMigrations } from "../migrate/sqlite-migrations.js";
import { GuardedStore } from "../guarded-store.js";
import type { OpenStoreOptions } from "./open-store-options.js";
import { assertChangeLog } from "../assert-change-log.js";
import { parseDatabaseUrl } from "../database-url.js";
import { previousColumnShape } from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { openWriter, serveReads } from "../sqlite/open-database.js";
import { SqliteStore } from "../sqlite/sqlite-store.js";
import { defaultSettings } from "../store-settings.js";
import type { Store } from "../store.js";

/**
 * Opens the store a database URL names: `file:data.db` or a path, `:memory:`, or `postgresql://…`.
 *
 * @throws {TypeError} for a URL of another sort.
 * @throws {MigrationError} if a migration fails.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") return openSqlite(location.file, options);
  // The driver takes memory, and time to load, that a service on SQLite has no need of.
  const { openPostgres } = await import("./open-postgres.js");
  return openPostgres(location.url, options);
}

async function openSqlite(file: string, options: OpenStoreOptions): Promise<Store> {
  const { migrations, migrationEvents } = options;
  const database = openWriter(file);
  try {
    if (migrations !== undefined) await deployMigrations(sqliteMigrations(database), migrations, migrationEvents);
    await assertChangeLog(async () => void database.prepare(previousColumnShape(sqliteDialect).sql));
    database.exec("INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING");
    if (!database.memory) serveReads(database);
    return new GuardedStore(new SqliteStore(database, { ...defaultSettings, ...options }));
  } catch (error) {
    database.close();
    throw error;
  }
}

import { deployMigrations, type MigrationEvents } from "../migrate/deploy-migrations.js";
import { deployMigrationsTo } from "../migrate/migration-status.js";
import type { Migration } from "../migrate/migration.js";
import { sqliteMigrations } from "../migrate/sqlite-migrations.js";
import { parseDatabaseUrl } from "../database-url.js";
import { defaultTuning, type ListTuning } from "../list-tuning.js";
import { openWriter } from "../sqlite/open-database.js";
import { defaultSettings, type StoreSettings } from "../store-settings.js";
import type { Store } from "../store.js";
import { openSqlite } from "./open-sqlite.js";

/**
 * A database that is connected to and not a store yet. Migrating it and opening it as a store are two steps, and both are here because a
 * database in memory is gone with its connection.
 */
export interface Database {
  /**
   * Applies the migrations that have not been applied.
   *
   * @returns names of the migrations applied.
   * @throws {MigrationError} for the first that fails.
   */
  migrate(migrations: readonly Migration[], events?: MigrationEvents): Promise<readonly string[]>;
  /**
   * Opens the store, which closes the database when it is closed itself.
   *
   * @throws {NotMigratedError} if tables are missing that every store needs.
   */
  openStore(settings?: Partial<StoreSettings>): Promise<Store>;
  /** Gives up the connection, if no store was opened. May be called twice. */
  close(): Promise<void>;
}

/**
 * Connects to the database a URL names: `file:data.db` or a path, `:memory:`, or `postgresql://…`. A file that is missing is made.
 *
 * @param tuning small values let a test reach with few objects what takes many in a service.
 * @throws {TypeError} for a URL of another kind.
 */
export function openDatabase(url: string, tuning: ListTuning = defaultTuning): Database {
  const location = parseDatabaseUrl(url);
  const complete = (settings?: Partial<StoreSettings>) => ({ ...defaultSettings, ...settings, tuning });
  if (location.engine === "sqlite") {
    const connection = openWriter(location.file);
    return {
      migrate: (migrations, events) => deployMigrations(sqliteMigrations(connection), migrations, events),
      openStore: (settings) => openSqlite(connection, complete(settings)),
      close: async () => void connection.close(),
    };
  }
  return {
    // On a connection of its own: a migration may take any time.
    migrate: (migrations, events) => deployMigrationsTo(location.url, migrations, events),
    openStore: async (settings) => {
      // The driver takes memory, and time to load, which a service on SQLite does not need.
      const { openPostgres } = await import("./open-postgres.js");
      return openPostgres(location.url, complete(settings));
    },
    close: async () => undefined,
  };
}

/**
 * Opens the store of a database that has been migrated.
 *
 * @throws {TypeError} for a URL of another kind.
 * @throws {NotMigratedError} if tables are missing that every store needs.
 */
export async function openStore(url: string, settings?: Partial<StoreSettings>): Promise<Store> {
  const database = openDatabase(url);
  try {
    return await database.openStore(settings);
  } catch (error) {
    await database.close();
    throw error;
  }
}

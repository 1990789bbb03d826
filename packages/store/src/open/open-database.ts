import { existsSync } from "node:fs";
import { deployMigrations, type MigrationEvents } from "../migrate/deploy-migrations.js";
import { deployMigrationsTo } from "../migrate/migration-status.js";
import type { Migration } from "../migrate/migration.js";
import { sqliteMigrations } from "../migrate/sqlite-migrations.js";
import { parseDatabaseUrl } from "../database-url.js";
import { defaultTuning, type ListTuning } from "../list-tuning.js";
import { openWriter, type SqliteDatabase } from "../sqlite/database.js";
import { defaultSettings, type EngineSettings, type StoreSettings } from "../store-settings.js";
import type { Store } from "../store.js";
import { notMigrated } from "../engine/assert-migrated.js";
import { GuardedStore } from "./guarded-store.js";
import type { DatabaseSnapshot } from "../sql/database-snapshot.js";
import { openSqliteSnapshot } from "../sqlite/sqlite-snapshot.js";
import { openSqliteStore } from "../sqlite/sqlite-store.js";

/**
 * A database that is not opened as a store yet. Migrating it and opening its store are two steps of one object, because a database in memory
 * is gone with its connection.
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
   * @throws {NotMigratedError} if the file does not exist, or tables are missing that every store needs. Nothing is created.
   */
  openStore(settings?: Partial<StoreSettings>): Promise<Store>;
  /** Closes the connection, if no store was opened. May be called twice. */
  close(): Promise<void>;
}

/**
 * The database a URL names: `file:data.db` or a path, `:memory:`, or `postgresql://…`. Nothing is opened yet. A file that does not exist is
 * created when it is migrated.
 *
 * @param tuning small values let a test reach with few objects what takes many in a service.
 * @throws {TypeError} for a URL of another kind.
 */
export function openDatabase(url: string, tuning: ListTuning = defaultTuning): Database {
  const location = parseDatabaseUrl(url);
  const complete = (settings?: Partial<StoreSettings>): EngineSettings => ({ ...defaultSettings, ...settings, tuning });
  if (location.engine === "sqlite") return sqliteDatabase(location.file, complete);
  return {
    // On a connection of its own: a migration may take any time.
    migrate: (migrations, events) => deployMigrationsTo(location.url, migrations, events),
    openStore: async (settings) => {
      // The driver takes memory, and time to load, which a service on SQLite does not need.
      const { openPostgresStore } = await import("../postgres/postgres-store.js");
      return new GuardedStore(await openPostgresStore(location.url, complete(settings)));
    },
    close: async () => undefined,
  };
}

function sqliteDatabase(file: string, complete: (settings?: Partial<StoreSettings>) => EngineSettings): Database {
  let connection: SqliteDatabase | undefined;
  const connect = (): SqliteDatabase => (connection ??= openWriter(file));
  return {
    migrate: async (migrations, events) => deployMigrations(sqliteMigrations(connect()), migrations, events),
    openStore: async (settings) => {
      if (connection === undefined) assertFile(file);
      return new GuardedStore(await openSqliteStore(connect(), complete(settings)));
    },
    close: async () => void connection?.close(),
  };
}

/**
 * SQLite would create a file that does not exist, and an empty one would remain.
 *
 * @throws {NotMigratedError} if it does not exist.
 */
function assertFile(file: string): void {
  if (file !== ":memory:" && !existsSync(file)) throw notMigrated(`The database file ${file} does not exist`);
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

/**
 * Opens a snapshot of the database a URL names, whether it is in use or not. Nothing is written, and a file that does not exist is not created.
 *
 * @throws {TypeError} for a URL of another kind; {@link NotMigratedError} if the file does not exist; else the driver's error.
 */
export async function openSnapshot(url: string): Promise<DatabaseSnapshot> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") {
    assertFile(location.file);
    return openSqliteSnapshot(location.file);
  }
  const { openPostgresSnapshot } = await import("../postgres/postgres-snapshot.js");
  return openPostgresSnapshot(location.url);
}

import { existsSync } from "node:fs";
import type { Command } from "../commands.js";
import { MIGRATE, migrateCommand } from "../migrate/migrate-command.js";
import { deployMigrations, type MigrationEvents } from "../migrate/deploy-migrations.js";
import { deployMigrationsTo } from "../migrate/migration-status.js";
import type { Migration } from "../migrate/migration.js";
import { sqliteMigrations } from "../migrate/sqlite-migrations.js";
import { parseDatabaseUrl } from "../database-url.js";
import { defaultTuning, type ListTuning } from "../list-tuning.js";
import { openWriter, type SqliteDatabase } from "../sqlite/database.js";
import { type FileWait, HeldFile } from "../sqlite/held-file.js";
import { inOwner } from "../sqlite/in-owner.js";
import { defaultSettings, type StoreSettings } from "../store-settings.js";
import type { Store } from "../store.js";
import { notMigrated } from "../engine/assert-migrated.js";
import { GuardedStore } from "./guarded-store.js";
import type { DatabaseSnapshot } from "../sql/database-snapshot.js";
import { openSqliteSnapshot } from "../sqlite/sqlite-snapshot.js";
import { openSqliteStore } from "../sqlite/sqlite-store.js";
import { openConnections, openSchema } from "./open-schema.js";

/**
 * A database that is not opened as a store yet. Migrating it and opening its store are two steps of one object, because a database in memory
 * is gone with its connection.
 */
export interface Database {
  /**
   * Takes an SQLite file, which belongs to one process at a time: see {@link HeldFile.take}. The other methods do so as well. Does nothing for
   * other databases.
   *
   * @throws {FileInUseError} if another process has the file for as long as this one waits.
   */
  own(wait?: FileWait): Promise<void>;
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
  if (location.engine === "sqlite") return sqliteDatabase(location.file, tuning);
  return {
    own: async () => undefined,
    // On a connection of its own: a migration may take any time.
    migrate: (migrations, events) => deployMigrationsTo(location.url, migrations, events),
    openStore: async (settings) => {
      const server = await openConnections(location.url, settings ?? {}, false);
      try {
        return await openSchema(server, { ...settings, tuning });
      } catch (error) {
        await server.close();
        throw error;
      }
    },
    close: async () => undefined,
  };
}

/** @param taken the file, if this process has it already. */
function sqliteDatabase(file: string, tuning: ListTuning, taken?: HeldFile): Database {
  let held = taken;
  const isShared = file !== ":memory:";
  let connection: SqliteDatabase | undefined;
  const own = async (wait?: FileWait): Promise<void> => {
    if (isShared) held ??= await HeldFile.take(file, wait);
  };
  const connect = async (): Promise<SqliteDatabase> => {
    await own();
    return (connection ??= openWriter(file));
  };
  return {
    own,
    migrate: async (migrations, events) => deployMigrations(sqliteMigrations(await connect()), migrations, events),
    openStore: async (settings) => {
      if (connection === undefined) assertFile(file);
      const database = await connect();
      const engine = await openSqliteStore({ database, held }, { ...defaultSettings, ...settings, tuning });
      const store = new GuardedStore(engine);
      store.answerCommands({ [MIGRATE]: migrateCommand(file) });
      return store;
    },
    close: async () => {
      connection?.close();
      held?.release();
      held = undefined;
    },
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
 * Runs a command on the store of a database. If a process has the SQLite file, it is asked to do the command, and must have a handler for it:
 * {@link Store.answerCommands}.
 *
 * @param here does the command on a store that is opened for it.
 * @returns what `here` or the handler returns, which must be the same.
 * @throws {Error} for a command that fails in the other process, with its message; else as {@link openStore}.
 */
export async function commandStore<Answer>(
  url: string,
  command: Command,
  here: (store: Store) => Promise<Answer>,
): Promise<Answer> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "postgresql" || location.file === ":memory:") return withStore(openDatabase(url), here);
  const { file } = location;
  assertFile(file);
  const ended = await inOwner(file, command, (held) => withStore(sqliteDatabase(file, defaultTuning, held), here));
  return "here" in ended ? ended.here : (ended.answer as Answer);
}

async function withStore<Result>(database: Database, use: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    const store = await database.openStore();
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  } finally {
    await database.close();
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

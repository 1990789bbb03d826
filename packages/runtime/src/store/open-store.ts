import { deployMigrations, type MigrationEvents } from "../migrate/deploy-migrations.js";
import type { Migration } from "../migrate/migration.js";
import { postgresMigrations } from "../migrate/postgres-migrations.js";
import { sqliteMigrations } from "../migrate/sqlite-migrations.js";
import { parseDatabaseUrl } from "./database-url.js";
import { closePools, openPools } from "./postgres/pools.js";
import { PostgresStore } from "./postgres/postgres-store.js";
import { openWriter } from "./sqlite/open-database.js";
import { SqliteStore, type SqliteStoreOptions } from "./sqlite/sqlite-store.js";
import { defaultSettings, type StoreSettings } from "./store-settings.js";
import type { Store } from "./store.js";

const DEFAULT_CONNECTIONS = 15;

export interface OpenStoreOptions extends Partial<StoreSettings>, Pick<SqliteStoreOptions, "readers" | "quickCommit"> {
  /** Applied first, those that have not been. Without them the tables must be there already. */
  readonly migrations?: readonly Migration[];
  readonly migrationEvents?: MigrationEvents;
  /** About how many connections to a PostgreSQL server, beside one that listens: six at least. Default 15. */
  readonly connections?: number;
  /** Lists that take long, at a time, on a PostgreSQL server. Default: one less than this machine can run at once, at least 1, at most 4. */
  readonly longLists?: number;
}

/**
 * Opens the store a database URL names: `file:data.db` or a path, `:memory:`, or `postgresql://…`.
 *
 * @throws {TypeError} for a URL of another sort.
 * @throws {MigrationError} if a migration fails.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const location = parseDatabaseUrl(url);
  return location.engine === "postgresql" ? openPostgres(location.url, options) : openSqlite(location.file, options);
}

async function openPostgres(url: string, options: OpenStoreOptions): Promise<Store> {
  const { migrations, migrationEvents, connections = DEFAULT_CONNECTIONS } = options;
  const pools = openPools(url, connections);
  try {
    if (migrations !== undefined)
      await deployMigrations(postgresMigrations(pools.objects), migrations, migrationEvents);
    return await PostgresStore.open({ url, pools }, { ...defaultSettings, ...options });
  } catch (error) {
    await closePools(pools);
    throw error;
  }
}

async function openSqlite(file: string, options: OpenStoreOptions): Promise<Store> {
  const { migrations, migrationEvents } = options;
  const database = openWriter(file);
  try {
    if (migrations !== undefined) await deployMigrations(sqliteMigrations(database), migrations, migrationEvents);
    return new SqliteStore(database, { ...defaultSettings, ...options });
  } catch (error) {
    database.close();
    throw error;
  }
}

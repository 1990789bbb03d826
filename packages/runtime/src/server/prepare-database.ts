import {
  type DatabaseLocation,
  type Migration,
  MigrationError,
  type MigrationEvents,
  NotMigratedError,
  type Store,
  migrationStatus,
  openDatabase,
  parseDatabaseUrl,
  readMigrations,
} from "@cmgen/store";
import type { Log } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { storeSettings } from "./database-settings.js";
import type { ServerOptions } from "./server-options.js";
import { migrationsFolder, missingMigrations } from "./required-files.js";
import type { ServerSettings } from "./settings.js";

export interface PreparedDatabase {
  readonly store: Store;
  /** Whether migrations were applied. */
  readonly migrated: boolean;
}

/**
 * Applies the migrations that are due and opens the service's store.
 *
 * @throws {ConfigurationError} when the database cannot be opened or is not up to date: the message says why.
 * @throws {MigrationError} when a migration fails.
 */
export async function prepareDatabase(
  options: ServerOptions,
  settings: ServerSettings,
  log: Log,
): Promise<PreparedDatabase> {
  try {
    return await migrateAndOpen(options, settings, log);
  } catch (error) {
    if (error instanceof MigrationError || error instanceof ConfigurationError) throw error;
    if (error instanceof NotMigratedError) throw new ConfigurationError(error.message, { cause: error });
    throw cannotBeOpened(error);
  }
}

/**
 * The engine of the database that a URL names.
 *
 * @throws {ConfigurationError} when it is not the URL of a database.
 */
export function databaseEngine(url: string): DatabaseLocation["engine"] {
  try {
    return parseDatabaseUrl(url).engine;
  } catch (error) {
    throw cannotBeOpened(error);
  }
}

function cannotBeOpened(error: unknown): ConfigurationError {
  const why = error instanceof Error && error.message !== "" ? error.message : String(error);
  return new ConfigurationError(`The database cannot be opened: ${why}.`, { cause: error });
}

async function migrateAndOpen(options: ServerOptions, settings: ServerSettings, log: Log): Promise<PreparedDatabase> {
  const { databaseUrl, migrate } = settings;
  const { engine } = parseDatabaseUrl(databaseUrl);
  const folder = migrationsFolder(options, engine);
  if (!migrate && (await missingMigrations(folder)).length === 0)
    await assertUpToDate(databaseUrl, await readMigrations(folder));
  const database = openDatabase(databaseUrl);
  try {
    const applied = migrate ? await database.migrate(await readMigrations(folder), migrationLog(log)) : [];
    const store = await database.openStore(storeSettings(settings.database, log, options.limits));
    return { store, migrated: applied.length > 0 };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function migrationLog(log: Log): MigrationEvents {
  return {
    applying: (migration) => log.info({ migration }, "applying a migration"),
    odd: ({ name, state }) => log.warn({ migration: name, state }, "migration differs from the database's history"),
  };
}

/** A service on tables of another version would fail request by request. */
async function assertUpToDate(databaseUrl: string, migrations: readonly Migration[]): Promise<void> {
  const status = await migrationStatus(databaseUrl, migrations);
  const due = status.filter(({ state }) => state === "pending").map(({ name }) => name);
  if (due.length === 0) return;
  throw new ConfigurationError(
    `The database is not up to date: ${due.join(", ")} ${due.length === 1 ? "has" : "have"} not been applied. Apply them with \`cmgen migrate deploy\`, or leave CMGEN_MIGRATE unset.`,
  );
}

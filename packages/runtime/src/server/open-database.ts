import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type DatabaseLocation,
  type Migration,
  MigrationError,
  type MigrationStatus,
  type Store,
  migrationStatus,
  openStore,
  parseDatabaseUrl,
  readMigrations,
} from "@cmgen/store";
import type { Log } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { assertEvolvable } from "./assert-evolvable.js";
import { storeSettings } from "./database-settings.js";
import type { ServerOptions } from "./server-options.js";
import { migrationsFolder, missingMigrations } from "./required-files.js";
import type { ServerSettings } from "./settings.js";

/** The service's store, and whether its schema was brought up to date on the way. */
export interface OpenedDatabase {
  readonly store: Store;
  readonly migrated: boolean;
}

/**
 * Opens the service's store, as {@link openMigrated} does.
 *
 * @throws {ConfigurationError} when the database cannot be opened: the URL is none, or nobody answers there; or when an evolve step that
 * is due cannot change some object: then nothing was written.
 * @throws {MigrationError} when a migration fails.
 */
export async function openDatabase(
  options: ServerOptions & { readonly models: readonly ModelDescriptor[] },
  settings: ServerSettings,
  log: Log,
): Promise<OpenedDatabase> {
  try {
    await assertEvolvable(settings.databaseUrl, options.models);
    return await openMigrated(options, settings, log);
  } catch (error) {
    if (error instanceof MigrationError || error instanceof ConfigurationError) throw error;
    throw cannotBeOpened(error);
  }
}

/**
 * The engine of the database that a URL names.
 *
 * @throws {ConfigurationError} when the URL names none.
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

/**
 * Opens the service's store, its schema up to date unless the settings say to leave that. A database in a file gets its folder.
 */
async function openMigrated(
  options: ServerOptions,
  { databaseUrl, database, migrate }: ServerSettings,
  log: Log,
): Promise<OpenedDatabase> {
  const location = parseDatabaseUrl(databaseUrl);
  if (location.engine === "sqlite" && location.file !== ":memory:")
    await mkdir(dirname(location.file), { recursive: true });
  const settings = storeSettings(database, options.limits);
  const folder = migrationsFolder(options, location.engine);
  if (!migrate) {
    if ((await missingMigrations(folder)).length === 0) await assertMigrated(databaseUrl, await readMigrations(folder));
    return { store: await openStore(databaseUrl, settings), migrated: false };
  }
  const migrations = await readMigrations(folder);
  let migrated = false;
  const applying = (name: string): void => {
    migrated = true;
    log.info({ migration: name }, "applying a migration");
  };
  const odd = ({ name, state }: MigrationStatus): void =>
    log.warn({ migration: name, state }, "migration differs from the database's history");
  const store = await openStore(databaseUrl, { ...settings, migrations, migrationEvents: { applying, odd } });
  return { store, migrated };
}

/** A service on tables that are not its own would fail request by request. */
async function assertMigrated(databaseUrl: string, migrations: readonly Migration[]): Promise<void> {
  const status = await migrationStatus(databaseUrl, migrations);
  const due = status.filter(({ state }) => state === "pending").map(({ name }) => name);
  if (due.length === 0) return;
  throw new ConfigurationError(
    `The database is not up to date: ${due.join(", ")} ${due.length === 1 ? "is" : "are"} due. Apply them with \`cmgen migrate deploy\`, or leave CMGEN_MIGRATE unset.`,
  );
}

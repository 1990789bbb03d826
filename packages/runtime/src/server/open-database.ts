import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { MigrationError } from "../migrate/migration-error.js";
import type { MigrationStatus } from "../migrate/migration-history.js";
import { migrationStatus } from "../migrate/migration-status.js";
import { readMigrations, type Migration } from "../migrate/migration.js";
import { parseDatabaseUrl, type DatabaseLocation } from "../store/database-url.js";
import { openStore } from "../store/open-store.js";
import type { Store } from "../store/store.js";
import { ConfigurationError } from "./configuration-error.js";
import type { Log } from "./log.js";
import type { ServerOptions } from "./server-options.js";
import type { ServerSettings } from "./settings.js";

const defaultMigrations = { sqlite: "prisma/migrations", postgresql: "prisma/postgresql/migrations" };

/** The service's store, and whether its schema was brought up to date on the way. */
export interface OpenedDatabase {
  readonly store: Store;
  readonly migrated: boolean;
}

/**
 * Opens the service's store, as {@link openMigrated} does.
 *
 * @throws {ConfigurationError} when the database cannot be opened: the URL is none, or nobody answers there.
 * @throws {MigrationError} when a migration fails.
 */
export async function openDatabase(
  options: ServerOptions,
  settings: ServerSettings,
  log: Log,
): Promise<OpenedDatabase> {
  try {
    return await openMigrated(options, settings, log);
  } catch (error) {
    if (error instanceof MigrationError || error instanceof ConfigurationError) throw error;
    const why = error instanceof Error && error.message !== "" ? error.message : String(error);
    throw new ConfigurationError(`The database cannot be opened: ${why}.`, { cause: error });
  }
}

/**
 * Opens the service's store, its schema up to date unless the settings say to leave that. A database in a file gets its folder.
 */
async function openMigrated(
  options: ServerOptions,
  { databaseUrl, migrate }: ServerSettings,
  log: Log,
): Promise<OpenedDatabase> {
  const location = parseDatabaseUrl(databaseUrl);
  if (location.engine === "sqlite" && location.file !== ":memory:")
    await mkdir(dirname(location.file), { recursive: true });
  const migrations = await readMigrations(migrationsFolder(options, location));
  if (!migrate) {
    await assertMigrated(databaseUrl, migrations);
    return { store: await openStore(databaseUrl), migrated: false };
  }
  let migrated = false;
  const applying = (name: string): void => {
    migrated = true;
    log.info("applying a migration", { name });
  };
  const odd = (status: MigrationStatus): void => log.warn("the migration history is odd", { ...status });
  const store = await openStore(databaseUrl, { migrations, migrationEvents: { applying, odd } });
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

function migrationsFolder({ root, migrations }: ServerOptions, { engine }: DatabaseLocation): string {
  const folder = migrations?.[engine] ?? defaultMigrations[engine];
  return fileURLToPath(new URL(folder, root));
}

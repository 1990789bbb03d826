import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "../migrate/migration.js";
import { parseDatabaseUrl, type DatabaseLocation } from "../store/database-url.js";
import { openStore } from "../store/open-store.js";
import type { Store } from "../store/store.js";
import type { Log } from "./log.js";
import type { ServerOptions } from "./server-options.js";
import type { ServerSettings } from "./settings.js";

const defaultMigrations = { sqlite: "prisma/migrations", postgresql: "prisma/postgresql/migrations" };

/**
 * Opens the service's store, its schema up to date unless the settings say to leave that. A database in a file gets its folder.
 *
 * @throws {TypeError} for a database URL that is none.
 * @throws {MigrationError} when a migration fails.
 */
export async function openDatabase(
  options: ServerOptions,
  { databaseUrl, migrate }: ServerSettings,
  log: Log,
): Promise<Store> {
  const location = parseDatabaseUrl(databaseUrl);
  if (location.engine === "sqlite" && location.file !== ":memory:")
    await mkdir(dirname(location.file), { recursive: true });
  if (!migrate) return openStore(databaseUrl);
  const migrations = await readMigrations(migrationsFolder(options, location));
  return openStore(databaseUrl, {
    migrations,
    migrationEvents: {
      applying: (name) => log.info("applying a migration", { name }),
      odd: (status) => log.warn("the migration history is odd", { ...status }),
    },
  });
}

function migrationsFolder({ root, migrations }: ServerOptions, { engine }: DatabaseLocation): string {
  const folder = migrations?.[engine] ?? defaultMigrations[engine];
  return fileURLToPath(new URL(folder, root));
}

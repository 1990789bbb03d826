import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { loadConfig, packageFacts, type ResolvedConfig } from "@cmgen/generator";
import type { DatabaseLocation, Migration } from "@cmgen/runtime/database";

import { FilesError, UsageError } from "../usage-error.js";
import { loadRuntime } from "./runtime.js";

/** The database of the plugin in a folder. */
export interface PluginDatabase {
  readonly url: string;
  /** Names it in messages, without a password. */
  readonly label: string;
  /** Whether it is a file that is not there yet. */
  readonly isMissing: boolean;
  /** The plugin's migrations, in order. */
  readonly migrations: readonly Migration[];
  readonly config: ResolvedConfig;
}

/**
 * Finds the database of the plugin in `root` as its service does: the one given, else that of the environment, else the plugin's own.
 *
 * @throws {UsageError} where the URL names none that another process could have.
 * @throws {FilesError} where there are no migrations for it.
 */
export async function pluginDatabase(root: string, given: string | undefined): Promise<PluginDatabase> {
  const { databaseUrlIn, defaultDatabaseUrl } = await loadRuntime();
  const config = await loadConfig(root);
  const ownUrl = (): string => defaultDatabaseUrl(pathToFileURL(join(root, "/")), packageFacts(root).name);
  const location = await locate(given ?? databaseUrlIn(process.env) ?? ownUrl());
  const migrations = await migrationsIn(root, config, location);
  if (location.engine === "postgresql") {
    return { url: location.url, label: labelOf(location.url), isMissing: false, migrations, config };
  }
  const file = resolve(root, location.file);
  return { url: file, label: shortPath(root, file), isMissing: !existsSync(file), migrations, config };
}

async function locate(url: string): Promise<DatabaseLocation> {
  const { parseDatabaseUrl } = await loadRuntime();
  const location = parse(url, parseDatabaseUrl);
  if (location.engine === "postgresql" || location.file !== ":memory:") return location;
  throw new UsageError("A database in memory is its own process's: name a file or a PostgreSQL database.");
}

function parse(url: string, read: (url: string) => DatabaseLocation): DatabaseLocation {
  try {
    return read(url);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

async function migrationsIn(
  root: string,
  { prismaDir }: ResolvedConfig,
  { engine }: DatabaseLocation,
): Promise<readonly Migration[]> {
  const { readMigrations } = await loadRuntime();
  const folder = engine === "sqlite" ? `${prismaDir}/migrations` : `${prismaDir}/postgresql/migrations`;
  try {
    return await readMigrations(join(root, folder));
  } catch (error) {
    throw new FilesError(
      `There are no migrations in ${folder} that can be read. Run cmgen in the plugin's folder, after \`cmgen generate\`.`,
      { cause: error },
    );
  }
}

/** A path as a person in `root` would write it. */
function shortPath(root: string, file: string): string {
  const path = relative(root, file);
  return path.startsWith("..") ? file : path;
}

function labelOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { loadConfig, packageFacts, type ResolvedConfig } from "@cmgen/generator";
import type { DatabaseLocation, Migration } from "@cmgen/runtime/database";

import { assertPlugin, type PluginPlace } from "../plugin-place.js";
import { FilesError, UsageError } from "../usage-error.js";
import { loadRuntime } from "./runtime.js";

/** The database of a plugin. */
export interface PluginDatabase {
  /** Whose it is. */
  readonly place: PluginPlace;
  readonly url: string;
  /** Names it in messages, without a password. */
  readonly label: string;
  /** Whether it is a file that is not there yet. */
  readonly isMissing: boolean;
  /** The plugin's migrations, in order. */
  readonly migrations: readonly Migration[];
  readonly config: ResolvedConfig;
  /** The URL that the command was given. */
  readonly given: string | undefined;
}

/** Where to look for a database. */
export interface DatabaseSource {
  readonly place: PluginPlace;
  readonly workingFolder: string;
  /** The URL that the command was given; a file's path in it is relative to the working folder. */
  readonly given: string | undefined;
}

/**
 * Finds the database of a plugin as its service does: the one given, else that of the environment, else the plugin's own.
 *
 * @throws {UsageError} where the URL names none that another process could have, and where there is no plugin.
 * @throws {FilesError} where there are no migrations for it.
 */
export async function pluginDatabase({ place, workingFolder, given }: DatabaseSource): Promise<PluginDatabase> {
  const { root, configFile } = place;
  const { databaseUrlIn, defaultDatabaseUrl } = await loadRuntime();
  const config = await loadConfig(root, configFile);
  const ownUrl = (): string => defaultDatabaseUrl(pathToFileURL(join(root, "/")), packageFacts(root).name);
  const location = await locate(given ?? databaseUrlIn(process.env) ?? ownUrl());
  const migrations = await migrationsIn(place, config, location);
  if (location.engine === "postgresql") {
    return { place, url: location.url, label: labelOf(location), isMissing: false, migrations, config, given };
  }
  const file = resolve(given === undefined ? root : workingFolder, location.file);
  const label = shortPath(workingFolder, file);
  return { place, url: file, label, isMissing: !existsSync(file), migrations, config, given };
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
  place: PluginPlace,
  { prismaDir }: ResolvedConfig,
  { engine }: DatabaseLocation,
): Promise<readonly Migration[]> {
  const { readMigrations } = await loadRuntime();
  const folder = engine === "sqlite" ? `${prismaDir}/migrations` : `${prismaDir}/postgresql/migrations`;
  try {
    return await readMigrations(join(place.root, folder));
  } catch (error) {
    assertPlugin(place);
    throw new FilesError(
      `There are no migrations in ${place.shown(folder)} that can be read. Run \`${place.command("generate")}\` first.`,
      { cause: error },
    );
  }
}

/** A path as a person in `folder` would write it. */
function shortPath(folder: string, file: string): string {
  const path = relative(folder, file);
  return path.startsWith("..") ? file : path;
}

function labelOf({ hostUrls, schema }: DatabaseLocation & { readonly engine: "postgresql" }): string {
  const urls = hostUrls.map((each) => new URL(each));
  const pathname = urls[0]?.pathname ?? "";
  return `${urls.map(({ host }) => host).join()}${pathname}${schema === undefined ? "" : `?schema=${schema}`}`;
}

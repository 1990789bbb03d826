import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MigrationError } from "./migration-error.js";
import { parseSnapshot } from "./parse-snapshot.js";
import type { Snapshot } from "./snapshot.js";

export const MIGRATION_FILE = "migration.sql";
export const SNAPSHOT_FILE = "snapshot.json";

/** A folder of migrations, in the order they are applied. */
export interface Migration {
  /** The folder's name, `<yyyymmddhhmmss>_<what it does>`. */
  readonly name: string;
  /** Absent for a migration written by hand: it is taken to leave the service's own tables as they are. */
  readonly snapshot?: Snapshot;
}

/**
 * Reads the migrations below `folder`, an absolute path; none if it does not exist.
 *
 * @throws {MigrationError} if a snapshot cannot be read.
 */
export function readHistory(folder: string, parse: typeof parseSnapshot = parseSnapshot): Migration[] {
  return migrationNames(folder).map((name) => readMigration(folder, name, parse));
}

/** The names of the migrations below `folder`, in the order they are applied. */
function migrationNames(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, MIGRATION_FILE)))
    .map(({ name }) => name)
    .toSorted();
}

function readMigration(folder: string, name: string, parse: typeof parseSnapshot): Migration {
  const path = join(folder, name, SNAPSHOT_FILE);
  if (!existsSync(path)) return { name };
  try {
    return { name, snapshot: parse(readFileSync(path, "utf8")) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`${path} cannot be used: ${reason}. Restore it from version control.`, { cause });
  }
}

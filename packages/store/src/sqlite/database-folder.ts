import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** The folder of a plugin's own database, which nobody has to make. */
const OWN_FOLDER = ".data";

/**
 * Asserts that a database file can be created: its folder exists, or is the `.data` of a folder that does. Other folders are not made: behind a
 * mistyped path, or on a volume that is not mounted, a service would begin with an empty database.
 *
 * @throws {Error} that says which folder does not exist.
 */
export function assertDatabaseFolder(file: string): void {
  const folder = folderOf(file);
  const needed = basename(folder) === OWN_FOLDER ? dirname(folder) : folder;
  if (!existsSync(needed)) throw new Error(`the folder ${needed} does not exist; create it, or correct the path`);
}

/** Makes the folder `.data`, where that is the one of a database file. */
export function makeDatabaseFolder(file: string): void {
  assertDatabaseFolder(file);
  // Two services may start at the same time.
  mkdirSync(folderOf(file), { recursive: true });
}

function folderOf(file: string): string {
  return dirname(resolve(file));
}

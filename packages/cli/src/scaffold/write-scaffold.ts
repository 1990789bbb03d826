import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { FilesError } from "../usage-error.js";
import type { ScaffoldFile } from "./scaffold-files.js";

export interface ScaffoldOutcome {
  readonly written: readonly string[];
  /** Files that were there already, and stay as they are. */
  readonly kept: readonly string[];
}

/**
 * Writes a scaffold into `folder`, making it where it is missing. No file is ever overwritten.
 *
 * @param force Write into a folder that has files already; what is there is kept.
 * @throws {FilesError} where the folder is not empty and `force` is not given.
 */
export function writeScaffold(folder: string, files: readonly ScaffoldFile[], force: boolean): ScaffoldOutcome {
  if (!force && !isEmpty(folder)) {
    throw new FilesError(
      `${folder} is not empty. With --force the files that are missing are written, and no other is touched.`,
    );
  }
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, contents } of files) {
    (writeNew(join(folder, path), contents) ? written : kept).push(path);
  }
  return { written, kept };
}

function isEmpty(folder: string): boolean {
  try {
    // What `git init` leaves is not yet anybody's work.
    return !existsSync(folder) || readdirSync(folder).every((name) => name === ".git");
  } catch (error) {
    throw new FilesError(`${folder} is no folder that can be read.`, { cause: error });
  }
}

function writeNew(path: string, contents: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw new FilesError(`${path} cannot be written.`, { cause: error });
  }
}

import { existsSync, renameSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { removeFile, syncFolderOf } from "@cmgen/store/backup";

import type { Terminal } from "../terminal.js";
import { isSameFile } from "../transfer/same-file.js";
import { FilesError, UsageError } from "../usage-error.js";

/** Where a backup is written. */
export interface BackupTarget {
  /** What it is called in messages. */
  readonly name: string;
  /** The file that is written, until it is whole. */
  readonly part: string;
  /** Gives the whole file its name. */
  finish(): void;
  /** Leaves nothing behind of what is not whole. */
  discard(): void;
}

export interface TargetOptions {
  readonly file: string;
  /** Whether a file of the name is replaced. */
  readonly force: boolean;
  /** The file of the database, if it has one. */
  readonly database: string | undefined;
}

/** @throws {FilesError} where there is something else already; {@link UsageError} for the database itself */
export function openTarget({ file, force, database }: TargetOptions, { workingFolder }: Terminal): BackupTarget {
  const path = resolve(workingFolder, file);
  if (database !== undefined && isSameFile(path, database))
    throw new UsageError(`${file} is the database itself. Name another file.`);
  const assertFree = (): void => assertNothingThere(path, { file, force });
  assertFree();
  const part = `${path}.${process.pid}.part`;
  // What a process of the same id has left.
  removeFile(part);
  return {
    name: file,
    part,
    finish: () => {
      // A backup takes its time.
      assertFree();
      renameSync(part, path);
      syncFolderOf(path);
    },
    discard: () => removeFile(part),
  };
}

function assertNothingThere(path: string, { file, force }: Pick<TargetOptions, "file" | "force">): void {
  if (!existsSync(dirname(path))) throw new FilesError(`The folder of ${file} does not exist.`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new FilesError(`${file} is not a file.`);
  if (found !== undefined && !force)
    throw new FilesError(`${file} exists. Name another file, or replace it with --force.`);
  // SQLite would apply a log to the backup.
  const log = ["-wal", "-journal"].find((suffix) => existsSync(path + suffix));
  if (log !== undefined)
    throw new FilesError(`${file}${log} exists: ${file} is a database that is in use, or what is left of one.`);
}

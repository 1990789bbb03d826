import { chmodSync, existsSync, realpathSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Migration } from "../migrate/migration.js";
import { openFile } from "../sqlite/database.js";
import { FileInUseError } from "../sqlite/file-owner.js";
import { HeldFile } from "../sqlite/held-file.js";
import { isBusy, isSqliteError } from "../sqlite/sqlite-trouble.js";
import { executeSql } from "../sqlite/statements.js";
import type { DatabaseContents } from "./database-contents.js";
import { forgetDeliveries } from "./forget-deliveries.js";
import {
  BackupFileError,
  copyDatabaseFile,
  examineFile,
  type FileCopy,
  removeFile,
  SIDE_FILES,
  syncFolderOf,
  syncPath,
} from "./sqlite-backup.js";

export interface FileRestore extends FileCopy {
  readonly backup: string;
  /** The database's file, which may be missing. */
  readonly file: string;
  readonly migrations: readonly Migration[];
  /**
   * Decides whether the database is replaced, by what the backup has and what the database has: undefined if there is none, or a sentence's end if
   * it cannot be read. Called while this process has the database.
   */
  readonly agreed: (
    backup: DatabaseContents,
    database: DatabaseContents | { readonly problem: string } | undefined,
  ) => Promise<boolean>;
}

/**
 * Puts a copy of a backup in the place of a database file. However the process ends, the file is the old database or the new one.
 *
 * @returns whether it was replaced.
 * @throws {FileInUseError} if a process has the database.
 * @throws {BackupFileError} if the backup is not whole.
 */
export async function restoreFile(restore: FileRestore): Promise<boolean> {
  const { backup, file, migrations, agreed } = restore;
  const present = await examineFile(backup, migrations, false);
  assertOwnUser(file);
  for await (const { held, owner } of HeldFile.tries(file)) {
    if (held === undefined) throw new FileInUseError(file, owner);
    try {
      if (!(await agreed(present, await examinePresent(file, migrations)))) return false;
      await replace(restore);
      return true;
    } finally {
      held.release();
    }
  }
  return false;
}

async function examinePresent(
  file: string,
  migrations: readonly Migration[],
): Promise<DatabaseContents | { readonly problem: string } | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    return await examineFile(file, migrations, false);
  } catch (error) {
    if (error instanceof BackupFileError) return { problem: error.message };
    throw error;
  }
}

async function replace({ backup, file, migrations, signal, copied }: FileRestore): Promise<void> {
  const path = existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(resolve(file))), basename(file));
  const replacement = `${path}.${process.pid}.part`;
  // What a process of the same id has left.
  removeFile(replacement);
  await copyDatabaseFile(backup, replacement, { signal, copied });
  try {
    await examineFile(replacement, migrations, true);
    forgetDeliveriesIn(replacement);
    const replaced = statSync(path, { throwIfNoEntry: false });
    if (replaced !== undefined) chmodSync(replacement, replaced.mode & 0o777);
    endLog(path, replaced);
    renameSync(replacement, path);
    syncFolderOf(path);
  } catch (error) {
    removeFile(replacement);
    throw error;
  }
}

function forgetDeliveriesIn(file: string): void {
  const database = openFile(file, { fileMustExist: true });
  try {
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'cmgen_subscriptions'");
    if (has.get() !== undefined) executeSql(database, forgetDeliveries);
  } finally {
    database.close();
  }
  syncPath(file);
}

/**
 * Brings all commits of the old database into its file, and removes the log beside it, which SQLite would apply to the new file. Until then the old
 * database is whole, and from then on it is, too.
 */
function endLog(path: string, replaced: Stats | undefined): void {
  if (replaced !== undefined) {
    try {
      const database = openFile(path, { fileMustExist: true });
      try {
        database.pragma("journal_mode = DELETE");
      } finally {
        database.close();
      }
    } catch (error) {
      if (isBusy(error))
        throw new Error(
          `another process reads ${basename(path)}, as a backup or \`cmgen doctor\` does. Wait until it has ended`,
          { cause: error },
        );
      // Of a damaged one, nothing more can be kept.
      if (!isSqliteError(error, "SQLITE_NOTADB") && !isSqliteError(error, "SQLITE_CORRUPT")) throw error;
    }
  }
  for (const suffix of SIDE_FILES) rmSync(path + suffix, { force: true });
}

/** @throws {Error} if the service, which has another user, could not open what this process would make. */
function assertOwnUser(file: string): void {
  const owner = statSync(file, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new Error(`it belongs to the user ${owner}, and this is the user ${user}. Run this as the service's user`);
}

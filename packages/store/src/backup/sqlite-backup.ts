import { closeSync, fdatasyncSync, fsyncSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Migration } from "../migrate/migration.js";
import { openFile, openReader } from "../sqlite/database.js";
import { openSqliteSnapshot } from "../sqlite/sqlite-snapshot.js";
import { isSqliteError } from "../sqlite/sqlite-trouble.js";
import { type DatabaseContents, readContents } from "./database-contents.js";

/** Pages that are copied at once: 8 MB. In between they are synced, and the process can be interrupted. */
const PAGES = 2000;

/** The files that SQLite makes beside a database. */
export const SIDE_FILES = ["-wal", "-shm", "-journal"];

export interface FileCopy {
  /** Aborts the copy. */
  readonly signal?: AbortSignal | undefined;
  /** Called with how much is copied, between 0 and 1. */
  readonly copied?: ((part: number) => void) | undefined;
}

/** A file is not a whole database, or its disk is full. The message is the end of a sentence that begins with the file. */
export class BackupFileError extends Error {
  override readonly name = "BackupFileError";
}

/**
 * Copies one state of a database file, also while a service writes to it, and makes it durable. The copy needs no other file beside it. One that
 * fails leaves nothing.
 *
 * @param to a file that does not exist.
 * @throws the reason of the signal, or the driver's error.
 */
export async function copyDatabaseFile(from: string, to: string, { signal, copied }: FileCopy = {}): Promise<void> {
  // For this user alone, whatever the other's permissions, until it is whole.
  const written = openSync(to, "wx", 0o600);
  try {
    try {
      const source = openReader(from);
      try {
        // Without this snapshot, each write of the service would make the copy begin again.
        source.exec("BEGIN; SELECT 1 FROM sqlite_master LIMIT 1");
        await source.backup(to, {
          progress: ({ totalPages, remainingPages }) => {
            signal?.throwIfAborted();
            copied?.(1 - remainingPages / Math.max(totalPages, 1));
            // All at once at the end, it would keep the disk from the service's commits for seconds.
            fdatasyncSync(written);
            return PAGES;
          },
        });
      } finally {
        source.close();
      }
    } finally {
      closeSync(written);
    }
    standAlone(to);
    syncPath(to);
  } catch (error) {
    removeFile(to);
    throw error;
  }
}

/** In WAL mode, even reading it would make files beside it. The service sets that mode again. */
function standAlone(file: string): void {
  const copy = openFile(file, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

/**
 * Examines a database file.
 *
 * @param thoroughly whether all of it is read: {@link BackupFileError} for damage then.
 * @throws {BackupFileError} if it is not a whole database of a service.
 */
export async function examineFile(
  file: string,
  migrations: readonly Migration[],
  thoroughly: boolean,
): Promise<DatabaseContents> {
  try {
    assertWhole(file);
    const snapshot = openSqliteSnapshot(file);
    try {
      const damage = thoroughly ? await snapshot.damage() : [];
      if (damage.length > 0) throw new BackupFileError(`is damaged: ${damage[0]}`);
      const contents = await readContents(snapshot, migrations);
      if (contents === undefined) throw new BackupFileError("is not the database of a service of cmgen");
      return contents;
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if (isSqliteError(error, "SQLITE_NOTADB")) throw new BackupFileError("is not an SQLite database", { cause: error });
    if (isSqliteError(error, "SQLITE_CORRUPT"))
      throw new BackupFileError("is damaged, or was cut off", { cause: error });
    throw error;
  }
}

/** SQLite takes a last page of which some bytes are missing for one that ends with zeros. */
function assertWhole(file: string): void {
  const { size } = statSync(file);
  const header = Buffer.alloc(18);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header);
  } finally {
    closeSync(handle);
  }
  // The format has no larger number: 1 stands for 65,536.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (size % Math.max(pageSize, 1) > 0) throw new BackupFileError("was cut off");
}

/** Removes a database file with those beside it. */
export function removeFile(file: string): void {
  for (const suffix of ["", ...SIDE_FILES]) rmSync(file + suffix, { force: true });
}

/** Makes a file durable. */
export function syncPath(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a file's name durable. Windows does it without being asked, and refuses to be. */
export function syncFolderOf(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(dirname(path), "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

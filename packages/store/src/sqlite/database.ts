import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type Database from "better-sqlite3";
import { sqliteDriver } from "./sqlite-driver.js";

export type SqliteDatabase = Database.Database;
export type SqliteStatement = Database.Statement;

/** How long to wait for another connection that holds the write lock (a migration, a checkpoint) before a write fails. */
const BUSY_TIMEOUT_MILLISECONDS = 10_000;

/** The main thread does not wait for locks: one that blocks readers is held only for a moment, else the read fails. */
const SERVING_BUSY_MILLISECONDS = 10;

/** The size to which a large write-ahead log is cut: twice its usual size. */
const LOG_BYTES = 32 * 1024 * 1024;

/** The page cache of a connection, at most. */
export const CACHE_KIBIBYTES = 32_768;

/**
 * Opens the connection that writes.
 *
 * - `journal_mode=WAL`: readers see a snapshot and neither wait for the writer nor stop it.
 * - `synchronous=FULL`: the log is synced before a commit returns, so that an acknowledged write survives a power cut. (In WAL mode
 *   `NORMAL`, the usual advice, may lose the last commits.) `fullfsync` asks macOS to mean it; elsewhere it does nothing.
 * - `foreign_keys=ON`: index rows and labels go with their object.
 * - `wal_autocheckpoint`: four times SQLite's default, 16 MB, since each checkpoint is two more syncs.
 * - `journal_size_limit`: a log that grew while an old snapshot was being read is cut when it restarts.
 *
 * @throws {Error} if the folder of the file does not exist.
 */
export function openWriter(file: string, busyMilliseconds = BUSY_TIMEOUT_MILLISECONDS): SqliteDatabase {
  if (file !== ":memory:") makeDatabaseFile(file);
  const database = openFile(file, { timeout: busyMilliseconds });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("fullfsync = ON");
  database.pragma("foreign_keys = ON");
  database.pragma("wal_autocheckpoint = 4000");
  database.pragma(`journal_size_limit = ${LOG_BYTES}`);
  setCache(database, CACHE_KIBIBYTES);
  return database;
}

/** Turns a connection into the one that reads on the main thread: it no longer writes or waits for locks. */
export function serveReads(database: SqliteDatabase): void {
  database.pragma("query_only = ON");
  database.pragma(`busy_timeout = ${SERVING_BUSY_MILLISECONDS}`);
}

/** Opens a database with the given options only. Of a directory, SQLite says "disk I/O error". */
export function openFile(file: string, options: Database.Options): SqliteDatabase {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error(`${file} is a directory`);
  const Driver = sqliteDriver();
  return new Driver(file, options);
}

/** The file of a database that was open was deleted: SQLite would say the same, but the driver looks for the folder first. */
class MissingFileError extends Error {
  override readonly name = "MissingFileError";
  readonly code = "SQLITE_CANTOPEN";
}

/** Opens a connection that only reads. */
export function openReader(file: string, cacheKibibytes = CACHE_KIBIBYTES): SqliteDatabase {
  if (!existsSync(file)) throw new MissingFileError(`unable to open database file: ${file} does not exist`);
  const database = openFile(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MILLISECONDS });
  database.pragma("query_only = ON");
  setCache(database, cacheKibibytes);
  return database;
}

/**
 * `cache_size` limits what a connection keeps; the rest is in the system's page cache, one call away. `mmap_size` stays 0: mapping the file
 * saved 3 of 10 microseconds of a read, but up to the whole file counted as the process's memory. `temp_store` stays at its default: a sort
 * that outgrows the cache uses a file, not more memory.
 */
function setCache(database: SqliteDatabase, kibibytes: number): void {
  database.pragma(`cache_size = -${kibibytes}`);
}

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
  // Another process may start at the same time.
  mkdirSync(folderOf(file), { recursive: true });
}

/**
 * Makes the file, if there is none, for the user of this process alone: it will have hashes of passwords, and secret fields. SQLite gives the files that
 * it makes beside it the same permissions. One that is there keeps its own.
 */
function makeDatabaseFile(file: string): void {
  makeDatabaseFolder(file);
  if (existsSync(file)) return;
  closeSync(openSync(file, "a", 0o600));
}

function folderOf(file: string): string {
  return dirname(resolve(file));
}

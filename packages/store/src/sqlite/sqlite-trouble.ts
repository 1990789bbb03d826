import type { Trouble } from "../unavailable-error.js";
import { sqliteDriver } from "./sqlite-driver.js";

/** SQLite's codes about the file, its disk or its locks, not about the statement. Extended codes begin with them. */
const FILE_CODES = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL|NOMEM)/;

/** What an error says about the file; undefined for other errors. Errors from other threads have a code but no class. */
export function sqliteTrouble(error: unknown): Trouble | undefined {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return undefined;
  if (!FILE_CODES.test(error.code)) return undefined;
  return { reason: `${error.message} (${error.code})`, broken: false };
}

/** Whether another process holds a required lock. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error, "SQLITE_BUSY");
}

/** Whether SQLite's error code begins with `code`: extended codes begin with the one they extend. */
export function isSqliteError(error: unknown, code: string): error is Error {
  return error instanceof sqliteDriver().SqliteError && error.code.startsWith(code);
}

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_UNIQUE";
}

/** Whether a unique index or a primary key refused a statement. */
export function isKeyViolation(error: unknown): boolean {
  return isUniqueViolation(error) || (error instanceof Error && "code" in error && KEY_CODES.has(error.code));
}

const KEY_CODES = new Set<unknown>(["SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"]);

import type { Trouble } from "../unavailable-error.js";

/** SQLite's codes that are about the file, its disk or its locks, and not about what was asked. Extended codes add to them. */
const FILE_CODES = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL|NOMEM)/;

/** What an error says about the file; undefined for another error. Errors of other threads have their code and no class. */
export function sqliteTrouble(error: unknown): Trouble | undefined {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return undefined;
  if (!FILE_CODES.test(error.code)) return undefined;
  return { reason: `${error.message} (${error.code})`, broken: false };
}

import type { SqliteDatabase } from "./database.js";

/** The pages that a transaction keeps in memory while it looks for space: the least that SQLite allows. */
const FEW_PAGES = 10;

/** Later than every revision. Nothing ever reads it. */
const NO_REVISION = Number.MAX_SAFE_INTEGER;

const PAD = `INSERT INTO cmgen_changes (revision, at, type, "group", plural, object_id, name, data)
 VALUES (?, 0, '', '', '', 0, '', zeroblob(?))`;

/**
 * Writes a number of bytes to the disk and undoes that. One page may fit where no object does. With little memory the transaction writes its
 * pages before it ends, so it need not be committed and nobody sees it.
 *
 * @throws the driver's error if a write would fail.
 */
export function probeDisk(database: SqliteDatabase, bytes: number): void {
  const pages: unknown = database.pragma("cache_size", { simple: true });
  database.exec("BEGIN IMMEDIATE");
  try {
    database.pragma(`cache_size = ${FEW_PAGES}`);
    database.exec("UPDATE cmgen_revision SET revision = revision");
    database.prepare(PAD).run(NO_REVISION, bytes);
  } finally {
    // Some failures, such as a full disk, end the transaction.
    if (database.inTransaction) database.exec("ROLLBACK");
    database.pragma(`cache_size = ${String(pages)}`);
  }
}

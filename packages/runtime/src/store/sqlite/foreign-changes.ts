import type { SqliteDatabase } from "./open-database.js";

const INTERVAL_MILLISECONDS = 1000;

/**
 * Looks now and then whether another process has changed the database: SQLite tells nobody, but counts. Returns how to stop looking.
 */
export function watchForeignChanges(database: SqliteDatabase, changed: () => void): () => void {
  const version = (): unknown => database.pragma("data_version", { simple: true });
  let last = version();
  const timer = setInterval(() => {
    const now = version();
    if (now !== last) changed();
    last = now;
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

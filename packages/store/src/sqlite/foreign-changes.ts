import type { SqliteDatabase } from "./database.js";

const INTERVAL_MILLISECONDS = 1000;

interface ForeignChangeEvents {
  readonly changed: () => void;
  /** Called with the first of several errors in a row. */
  readonly failed: (error: unknown) => void;
}

/**
 * Checks regularly whether another process has changed the database, by SQLite's counter of changes. Returns a function that stops this.
 */
export function watchForeignChanges(database: SqliteDatabase, { changed, failed }: ForeignChangeEvents): () => void {
  const version = (): unknown => database.pragma("data_version", { simple: true });
  let last = version();
  let failing = false;
  const timer = setInterval(() => {
    try {
      const now = version();
      failing = false;
      if (now !== last) changed();
      last = now;
    } catch (error) {
      if (!failing) failed(error);
      failing = true;
    }
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

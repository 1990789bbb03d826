import type { DatabaseSnapshot } from "./database-snapshot.js";
import { parseDatabaseUrl } from "./database-url.js";
import { openPostgresSnapshot } from "./postgres/postgres-snapshot.js";
import { openSqliteSnapshot } from "./sqlite/sqlite-snapshot.js";

/**
 * Opens a snapshot of the database a URL names, in use or not. Nothing is written, and nothing is made where there is none.
 *
 * @throws {TypeError} for a URL of another sort; else the driver's error.
 */
export async function openSnapshot(url: string): Promise<DatabaseSnapshot> {
  const location = parseDatabaseUrl(url);
  return location.engine === "postgresql" ? openPostgresSnapshot(location.url) : openSqliteSnapshot(location.file);
}

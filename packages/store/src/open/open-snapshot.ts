import type { DatabaseSnapshot } from "../sql/database-snapshot.js";
import { parseDatabaseUrl } from "../database-url.js";
import { openSqliteSnapshot } from "../sqlite/sqlite-snapshot.js";

/**
 * Opens a snapshot of the database a URL names, in use or not. Nothing is written, and nothing is made where there is none.
 *
 * @throws {TypeError} for a URL of another sort; else the driver's error.
 */
export async function openSnapshot(url: string): Promise<DatabaseSnapshot> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") return openSqliteSnapshot(location.file);
  const { openPostgresSnapshot } = await import("../postgres/postgres-snapshot.js");
  return openPostgresSnapshot(location.url);
}

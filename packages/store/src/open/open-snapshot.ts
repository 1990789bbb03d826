import type { DatabaseSnapshot } from "../sql/database-snapshot.js";
import { parseDatabaseUrl } from "../database-url.js";
import { assertFile } from "./open-database.js";
import { openSqliteSnapshot } from "../sqlite/sqlite-snapshot.js";

/**
 * Opens a snapshot of the database a URL names, whether it is in use or not. Nothing is written, and a file that does not exist is not created.
 *
 * @throws {TypeError} for a URL of another kind; {@link NotMigratedError} if the file does not exist; else the driver's error.
 */
export async function openSnapshot(url: string): Promise<DatabaseSnapshot> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") {
    assertFile(location.file);
    return openSqliteSnapshot(location.file);
  }
  const { openPostgresSnapshot } = await import("../postgres/postgres-snapshot.js");
  return openPostgresSnapshot(location.url);
}

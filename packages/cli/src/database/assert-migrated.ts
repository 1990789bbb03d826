import { FilesError } from "../usage-error.js";
import { databaseCommand } from "./database-command.js";
import type { PluginDatabase } from "./plugin-database.js";
import { loadRuntime } from "./runtime.js";
import { withDatabase } from "./with-database.js";

/**
 * Checks that a database is there and has all tables.
 *
 * @throws {FilesError} if it is not, with the command that makes it so.
 */
export async function assertMigrated(database: PluginDatabase): Promise<void> {
  const { migrationStatus } = await loadRuntime();
  const history = await withDatabase(database, () => migrationStatus(database.url, database.migrations));
  if (database.isMissing)
    throw new FilesError(
      `${database.label} does not exist. Run ${databaseCommand("migrate deploy", database)}, which makes it, as the service does when it starts; or name another database with --database-url.`,
    );
  const due = history.filter(({ state }) => state === "pending" || state === "failed").map(({ name }) => name);
  if (due.length === 0) return;
  throw new FilesError(
    `${database.label} lacks migrations: ${due.join(", ")}. Run ${databaseCommand("migrate deploy", database)} first.`,
  );
}

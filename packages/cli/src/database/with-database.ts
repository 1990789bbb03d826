import { FilesError, UsageError } from "../usage-error.js";
import type { PluginDatabase } from "./plugin-database.js";

/**
 * Runs `use` on a database.
 *
 * @throws {FilesError} for whatever the database refuses, in its words.
 */
export async function withDatabase<Result>(database: PluginDatabase, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof FilesError || error instanceof UsageError) throw error;
    throw new FilesError(`${database.label}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Node gives a connection that several addresses refuse an error without words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

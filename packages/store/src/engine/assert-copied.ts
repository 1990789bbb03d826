import { type RunSql, sql } from "../sql/sql.js";
import { COPIES } from "./copy-state.js";

/** A database that holds part of a copy of another one. */
export class UnfinishedCopyError extends Error {
  override readonly name = "UnfinishedCopyError";
}

/**
 * Checks that a database does not hold a part of a copy. A service on it would serve some of the objects, and let others change them.
 *
 * @throws {UnfinishedCopyError} with what to do.
 */
export async function assertCopied(run: RunSql): Promise<void> {
  const unfinished = sql`SELECT 1 FROM ${sql.table("cmgen_indexes")} WHERE ${sql.id("table")} = ${sql.lit(COPIES)} AND state <> 'ready'`;
  if ((await run(unfinished)).length === 0) return;
  throw new UnfinishedCopyError(
    "The database holds part of a copy: an import has not come to its end. Run the same `cmgen import --as-is` again, which goes on from there, " +
      "or empty the database with `cmgen migrate reset`.",
  );
}

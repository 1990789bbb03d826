import type { SqlDialect } from "../sql/dialect.js";
import { type RunSql, sql } from "../sql/sql.js";

/** A database that lacks tables or columns which the store needs. */
export class NotMigratedError extends Error {
  override readonly name = "NotMigratedError";
}

/** The tables that every service has, each with the column that was added to it last. */
const required = [
  { table: "cmgen_revision", column: "mark" },
  { table: "cmgen_indexes", column: "fingerprint" },
  { table: "cmgen_changes", column: "address" },
] as const;

/**
 * Checks that the migrations that a store needs have been applied. Without them each request would fail.
 *
 * @throws {NotMigratedError} with what is missing and what to do.
 */
export async function assertMigrated({ tableColumns }: SqlDialect, run: RunSql): Promise<void> {
  const found = await Promise.all(required.map(({ table }) => run<{ name: string }>(tableColumns(sql.value(table)))));
  for (const [place, { table, column }] of required.entries()) {
    const columns = found[place] ?? [];
    if (columns.length === 0) throw notMigrated(`The database has no table ${table}`);
    if (columns.some(({ name }) => name === column)) continue;
    throw new NotMigratedError(
      `The table ${table} has no column "${column}", which this release needs. Run \`cmgen generate\`, which writes the migration that adds it, and apply that migration with \`cmgen migrate deploy\`.`,
    );
  }
}

/** Begins to count revisions in a new database. */
export const beginRevisions = sql`INSERT INTO ${sql.table("cmgen_revision")} (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING`;

/** @param problem what shows that no migrations have been applied, as the beginning of a sentence. */
export function notMigrated(problem: string): NotMigratedError {
  return new NotMigratedError(
    `${problem}: its migrations have not been applied. Apply them with \`cmgen migrate deploy\`.`,
  );
}

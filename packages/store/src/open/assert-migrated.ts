/** A database that lacks tables or columns which the store needs. */
export class NotMigratedError extends Error {
  override readonly name = "NotMigratedError";
}

/** The tables that every service has, each with the column that was added to it last. */
const required = [
  { table: "cmgen_revision", column: "revision" },
  { table: "cmgen_indexes", column: "fingerprint" },
  { table: "cmgen_changes", column: "previous" },
] as const;

/**
 * Checks that the migrations that a store needs have been applied. Without them each request would fail.
 *
 * @param columnsOf reads the names of a table's columns; returns none if there is no such table.
 * @throws {NotMigratedError} with what is missing and what to do.
 */
export async function assertMigrated(columnsOf: (table: string) => Promise<readonly string[]>): Promise<void> {
  for (const { table, column } of required) {
    const columns = await columnsOf(table);
    if (columns.length === 0) throw notMigrated(`The database has no table ${table}`);
    if (columns.includes(column)) continue;
    throw new NotMigratedError(
      `The table ${table} has no column "${column}", which this release needs. Run \`cmgen generate\`, which writes the migration that adds it, and apply that migration with \`cmgen migrate deploy\`.`,
    );
  }
}

/** @param problem what shows that no migrations have been applied, as the beginning of a sentence. */
export function notMigrated(problem: string): NotMigratedError {
  return new NotMigratedError(
    `${problem}: its migrations have not been applied. Apply them with \`cmgen migrate deploy\`.`,
  );
}

import { sqlLiteral } from "../render/sql.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import type { IndexChange } from "./changed-indexes.js";

const STATES = "cmgen_indexes";

/**
 * Statements that forget what changed indexes were built from, and those of models that go: so that the service builds them when it
 * starts, even if they once were the same as they are to be.
 */
export function forgetIndexes(from: DatabaseSchema, to: DatabaseSchema, changes: readonly IndexChange[]): string[] {
  if (!has(from, STATES)) return [];
  const dropped = from.tables.filter(({ role, name }) => role === "objects" && !has(to, name));
  const statements = [
    ...changes.map(({ table, index }) => `"table" = ${sqlLiteral(table)} AND "index" = ${sqlLiteral(index)}`),
    ...dropped.map(({ name }) => `"table" = ${sqlLiteral(name)}`),
  ].map((condition) => `DELETE FROM "${STATES}" WHERE ${condition};`);
  return [...new Set(statements)];
}

function has({ tables }: DatabaseSchema, name: string): boolean {
  return tables.some((table) => table.name === name);
}

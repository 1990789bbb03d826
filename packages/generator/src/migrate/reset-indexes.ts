import type { DatabaseSchema } from "../storage/database-schema.js";
import { changedIndexes, type IndexChange } from "./compare-schemas.js";

const STATES = "cmgen_indexes";

/**
 * SQL in front of a migration that changes indexes of models: it forgets what they were built from, so that the service builds them
 * anew at start, and clears values that the new columns could not take or the new unique index would refuse. `""` where there are none.
 */
export function resetIndexes(from: DatabaseSchema, to: DatabaseSchema): string {
  const changes = changedIndexes(from, to);
  const dropped = from.tables.filter(({ role, name }) => role === "objects" && !has(to, name));
  if (!has(from, STATES) || changes.length + dropped.length === 0) return "";
  const statements = [
    ...changes.flatMap(clearValues),
    ...changes.map(
      ({ table, index }) => `DELETE FROM "${STATES}" WHERE "table" = ${text(table)} AND "index" = ${text(index)};`,
    ),
    ...dropped.map(({ name }) => `DELETE FROM "${STATES}" WHERE "table" = ${text(name)};`),
  ];
  return `-- ResetIndexes\n${[...new Set(statements)].join("\n")}\n\n`;
}

function clearValues({ clear }: IndexChange): string[] {
  if (clear === undefined) return [];
  return [
    clear.column === undefined
      ? `DELETE FROM "${clear.table}";`
      : `UPDATE "${clear.table}" SET "${clear.column}" = NULL;`,
  ];
}

function has({ tables }: DatabaseSchema, name: string): boolean {
  return tables.some((table) => table.name === name);
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

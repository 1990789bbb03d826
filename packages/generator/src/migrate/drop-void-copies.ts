import type { DatabaseSchema, Table } from "../storage/database-schema.js";
import type { IndexChange } from "./changed-indexes.js";

export interface WithoutVoidCopies {
  /** Statements that drop them. */
  readonly statements: readonly string[];
  /** What is then left. */
  readonly schema: DatabaseSchema;
}

/**
 * Drops index values that have to be made again. Prisma's differ would convert them, which takes rewriting every object: on SQLite by
 * way of a second table, on PostgreSQL under a lock.
 */
export function dropVoidCopies(schema: DatabaseSchema, changes: readonly IndexChange[]): WithoutVoidCopies {
  const gone = changes.flatMap(({ void: copies }) =>
    copies !== undefined && "values" in copies ? [copies.values.name] : [],
  );
  const tables = schema.tables.filter(({ name }) => !gone.includes(name));
  const reduced = tables.map((table) => dropColumns(table, voidColumns(table, changes)));
  return {
    statements: [...reduced.flatMap(({ statements }) => statements), ...gone.map((name) => `DROP TABLE "${name}";`)],
    schema: { tables: reduced.map(({ table }) => table) },
  };
}

function voidColumns({ name }: Table, changes: readonly IndexChange[]): Set<string> {
  const columns = changes.flatMap(({ table, void: copies }) =>
    table === name && copies !== undefined && "column" in copies ? [copies.column.name] : [],
  );
  return new Set(columns);
}

function dropColumns(
  table: Table,
  columns: ReadonlySet<string>,
): { readonly table: Table; readonly statements: string[] } {
  const indexes = table.indexes.filter(({ parts }) => parts.some(({ column }) => columns.has(column)));
  const statements = [
    ...indexes.map(({ name }) => `DROP INDEX "${name}";`),
    ...[...columns].map((column) => `ALTER TABLE "${table.name}" DROP COLUMN "${column}";`),
  ];
  const rest = {
    columns: table.columns.filter(({ name }) => !columns.has(name)),
    indexes: table.indexes.filter((index) => !indexes.includes(index)),
  };
  return { table: { ...table, ...rest }, statements };
}

import type { IndexValueType } from "../index-value.js";
import type { StoredModel } from "../stored-model.js";
import type { DatabaseReads } from "./database-snapshot.js";
import { type CatalogColumn, type ColumnContents, readCatalog } from "./table-catalog.js";

/** A column that a release needs. */
interface NeededColumn {
  readonly column: string;
  readonly contents: ColumnContents;
  readonly unique?: boolean;
  /** The index of the model whose values it holds. */
  readonly index?: string;
}

type NeededTables = ReadonlyMap<string, readonly NeededColumn[]>;

const valueContents: Readonly<Record<IndexValueType, ColumnContents>> = {
  string: "text",
  integer: "whole",
  int64: "whole",
  timestamp: "whole",
  number: "number",
  boolean: "boolean",
};

const columns = (contents: ColumnContents, ...names: readonly string[]): readonly NeededColumn[] =>
  names.map((column) => ({ column, contents }));

/** The columns of every model's tables, and the tables that every service has. */
const objectColumns = [
  ...columns("whole", "id", "version", "created_at", "deleted_at"),
  { column: "name", contents: "text", unique: true } as const,
  ...columns("bytes", "data"),
];
const labelColumns = [...columns("whole", "object_id"), ...columns("text", "key", "value")];
const systemTables: NeededTables = new Map([
  [
    "cmgen_changes",
    [
      ...columns("whole", "revision", "at", "object_id"),
      ...columns("text", "type", "group", "plural", "name"),
      ...columns("bytes", "data", "previous"),
    ],
  ],
  ["cmgen_indexes", [...columns("text", "table", "index", "fingerprint", "state"), ...columns("whole", "position")]],
  ["cmgen_revision", columns("whole", "id", "revision")],
]);

/**
 * Compares a database's tables with what models need: tables, columns, their types and unique indexes. Further tables and columns are not
 * reported: they may be those of a later release.
 *
 * @returns the end of a sentence for each difference.
 */
export async function tableProblems(
  database: DatabaseReads,
  models: readonly StoredModel[],
): Promise<readonly string[]> {
  const needed = neededTables(models);
  const found = new Map<string, Map<string, CatalogColumn>>();
  for (const row of await readCatalog(database, [...needed.keys()])) {
    const there = found.get(row.table) ?? new Map<string, CatalogColumn>();
    found.set(row.table, there.set(row.column, row));
  }
  return [...needed].flatMap(([table, wanted]) => {
    const there = found.get(table);
    if (there === undefined) return [`there is no table ${table}`];
    return wanted.flatMap((column) => columnProblems(table, column, there.get(column.column)));
  });
}

function neededTables(models: readonly StoredModel[]): NeededTables {
  const needed = new Map(systemTables);
  const add = (table: string, more: readonly NeededColumn[]): void =>
    void needed.set(table, [...(needed.get(table) ?? []), ...more]);
  for (const { table, labelTable, indexes } of models) {
    // Versions of a kind share them.
    if (!needed.has(table)) add(table, objectColumns);
    if (!needed.has(labelTable)) add(labelTable, labelColumns);
    for (const index of indexes) {
      const values = { contents: valueContents[index.type], unique: index.unique, index: index.name };
      if (!index.multi) add(table, [{ ...values, column: index.column }]);
      else add(index.table, [...columns("whole", "object_id"), { ...values, column: "value" }]);
    }
  }
  return needed;
}

function columnProblems(
  table: string,
  { column, contents, unique, index }: NeededColumn,
  found: CatalogColumn | undefined,
): readonly string[] {
  const what = `the column ${column} of the table ${table}${index === undefined ? "" : ` (index ${index})`}`;
  if (found === undefined) return [`there is no ${what.slice("the ".length)}`];
  if (found.contents !== contents) return [`${what} holds ${names[found.contents]}; it must hold ${names[contents]}`];
  if (unique === true && !found.unique) return [`${what} has no unique index; it must have one`];
  return [];
}

const names: Readonly<Record<ColumnContents, string>> = {
  text: "text",
  whole: "whole numbers",
  number: "numbers",
  boolean: "booleans",
  bytes: "bytes",
  other: "something else",
};

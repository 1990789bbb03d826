import type { Column, Table } from "../storage/database-schema.js";
import type { ModelShape } from "../model/model-shape.js";
import { SNAPSHOT_FORM, type Snapshot } from "./snapshot.js";

/** A table as a snapshot has it: without the names of the Prisma schema. */
type KeptTable = Omit<Table, "model" | "columns" | "owner"> & {
  readonly columns: readonly Omit<Column, "field">[];
  readonly owner?: Omit<NonNullable<Table["owner"]>, "field">;
};

interface KeptSnapshot {
  readonly version: number;
  readonly after: readonly string[];
  readonly tables: readonly KeptTable[];
  readonly models?: readonly ModelShape[];
}

/**
 * Reads what {@link printSnapshot} wrote. Beyond its form it is taken at its word, as other generated files are. Prisma models and fields are
 * named after tables and columns.
 *
 * @throws {SyntaxError} if the text is no snapshot of a form this version knows.
 */
export function parseSnapshot(text: string): Snapshot {
  const snapshot = Object(JSON.parse(text)) as Partial<KeptSnapshot>;
  if (snapshot.version !== SNAPSHOT_FORM) throw new SyntaxError(`its "version" is not ${SNAPSHOT_FORM}`);
  if (!isWhole(snapshot)) throw new SyntaxError("it lacks lists that `cmgen generate` writes");
  const { after, tables, models } = snapshot;
  return { after, schema: { tables: tables.map(tableOf) }, ...(models && { models }) };
}

function isWhole(snapshot: Partial<KeptSnapshot>): snapshot is KeptSnapshot {
  const { after, tables = [], models = [] } = snapshot;
  const ofTables = Array.from(tables, (table) => Object(table) as Partial<KeptTable>);
  const lists = [
    after,
    snapshot.tables,
    models,
    ...ofTables.flatMap(({ columns, key, indexes }) => [columns, key, indexes]),
  ];
  return lists.every((list) => Array.isArray(list));
}

function tableOf({ columns, owner, ...table }: KeptTable): Table {
  return {
    ...table,
    model: `T_${table.name}`,
    columns: columns.map((column) => ({ ...column, field: column.name })),
    ...(owner && { owner: { ...owner, field: `rows_${table.name}` } }),
  };
}

/** As {@link parseSnapshot}, but of one text once: the snapshots of all databases are usually the same. */
export function parseSnapshots(): typeof parseSnapshot {
  const parsed = new Map<string, Snapshot>();
  return (text) => {
    const snapshot = parsed.get(text) ?? parseSnapshot(text);
    parsed.set(text, snapshot);
    return snapshot;
  };
}

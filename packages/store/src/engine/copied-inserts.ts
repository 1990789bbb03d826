import type { CopiedObject, CopiedVersion } from "../copy-storage.js";
import { columnTypes, type SqlDialect } from "../sql/dialect.js";
import { recordColumns } from "../sql/object-shapes.js";
import { RowInsert } from "../sql/row-insert.js";
import type { RowColumn } from "../sql/row-list.js";
import type { Query } from "../sql/sql.js";
import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";

/** Statements that store objects. */
export type ObjectInserts = readonly ((objects: readonly CopiedObject[]) => readonly Query[])[];

/** What stores objects, and what is copied of them into other tables, each in a statement for many. */
export function objectInserts(dialect: SqlDialect, model: StoredModel): ObjectInserts {
  const objects = new RowInsert(dialect, model.table, objectColumns(model));
  const labels = new RowInsert<CopiedLabel>(dialect, model.labelTable, labelColumns);
  const values = model.indexes.flatMap((index) => {
    if (!index.multi) return [];
    const { name, table, type } = index;
    const insert = new RowInsert<CopiedValue>(dialect, table, [
      objectId,
      { name: "value", type: columnTypes[type], valueOf: ({ value }) => value },
    ]);
    return [
      (some: readonly CopiedObject[]) =>
        insert.statements(
          some.flatMap(({ id, record }) => (record.indexValues.get(name) ?? []).map((value) => ({ id, value }))),
        ),
    ];
  });
  return [
    (some) => objects.statements(some),
    (some) =>
      labels.statements(
        some.flatMap(({ id, record }) => [...record.labels].map(([key, value]) => ({ id, key, value }))),
      ),
    ...values,
  ];
}

interface OfObject {
  readonly id: number;
}

interface CopiedLabel extends OfObject {
  readonly key: string;
  readonly value: string;
}

interface CopiedValue extends OfObject {
  readonly value: string | number | bigint | boolean;
}

const objectId: RowColumn<OfObject> = { name: "object_id", type: "bigint", valueOf: ({ id }) => id };

const labelColumns: readonly RowColumn<CopiedLabel>[] = [
  objectId,
  { name: "key", type: "text", valueOf: ({ key }) => key },
  { name: "value", type: "text", valueOf: ({ value }) => value },
];

/** Those that a write fills; but the schema is that of the object, and not of what is written now. */
function objectColumns(model: StoredModel): readonly RowColumn<CopiedObject>[] {
  const ofRecord = (column: RowColumn<ObjectRecord>): RowColumn<CopiedObject> =>
    "bytesOf" in column
      ? { name: column.name, bytesOf: ({ record }) => column.bytesOf(record) }
      : { name: column.name, type: column.type, valueOf: ({ record }) => column.valueOf(record) };
  const others = recordColumns(model).filter(({ name }) => name !== "schema");
  return [
    { name: "id", type: "bigint", valueOf: ({ id }) => id },
    { name: "schema", type: "bigint", valueOf: ({ schema }) => schema },
    ...others.map(ofRecord),
  ];
}

/** The columns of the history, all of which a copy has. */
export const historyColumns: readonly RowColumn<CopiedVersion>[] = [
  { name: "id", type: "bigint", valueOf: ({ id }) => id },
  { name: "group", type: "text", valueOf: ({ group }) => group },
  { name: "plural", type: "text", valueOf: ({ plural }) => plural },
  { name: "name", type: "text", valueOf: ({ name }) => name },
  { name: "uid", type: "text", valueOf: ({ uid }) => uid },
  { name: "version", type: "bigint", valueOf: ({ version }) => version },
  { name: "type", type: "text", valueOf: ({ type }) => type },
  { name: "revision", type: "bigint", valueOf: ({ revision }) => revision },
  { name: "at", type: "bigint", valueOf: ({ at }) => at },
  { name: "actor", type: "text", valueOf: ({ actor }) => actor },
  { name: "verb", type: "text", valueOf: ({ verb }) => verb },
  { name: "schema", type: "bigint", valueOf: ({ schema }) => schema },
  { name: "data", bytesOf: ({ data }) => data },
];

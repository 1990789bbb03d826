import { pascalCase } from "../model/name-case.js";
import { keptAs } from "../model/scalars.js";
import { indexNames, type IndexNames } from "./column-name.js";
import { fieldCandidates, NamePool } from "./client-names.js";
import type { Column, ColumnType, KeyPart, Table, TableIndex } from "./database-schema.js";
import type { StoredIndex, StoredModel } from "./stored-model.js";
import { tableIndex } from "./table-index.js";
import { labelTableName, tableName } from "./table-name.js";

const COLUMN_TYPES: Readonly<Record<ReturnType<typeof keptAs>, ColumnType>> = {
  string: "text",
  integer: "bigint",
  number: "number",
  boolean: "boolean",
};

/** Filled by a migration for objects that an earlier release stored. */
export const UID_COLUMN = { name: "uid", field: "uid", type: "text" } as const;

/** The columns every model's table starts with. */
const OBJECT_COLUMNS: readonly Column[] = [
  { name: "id", field: "id", type: "counter", nullable: false, generated: true },
  { name: "name", field: "name", type: "text", nullable: false },
  { ...UID_COLUMN, nullable: true, comment: "The object's `metadata.uid`." },
  { name: "version", field: "version", type: "counter", nullable: false },
  {
    name: "schema",
    field: "schema",
    type: "counter",
    nullable: true,
    comment: "Place of the newest evolve step that the object has been through; 0 for none.",
  },
  { name: "created_at", field: "createdAt", type: "bigint", nullable: false, comment: "Milliseconds since 1970." },
  { name: "deleted_at", field: "deletedAt", type: "bigint", nullable: true, comment: "Milliseconds since 1970." },
  { name: "data", field: "data", type: "bytes", nullable: false, comment: "The whole object, as UTF-8 JSON." },
];

/** An index and where the database keeps it. */
interface PlacedIndex extends IndexNames {
  readonly index: StoredIndex;
  readonly type: ColumnType;
  /** Name of the Prisma field for its values. */
  readonly field: string;
}

/** Tables of the objects of a kind, by the version that they are stored as. */
export function modelTables(model: StoredModel, name: string, names: NamePool): Table[] {
  const indexes = placedIndexes(model);
  const objects = objectTable(model, name, indexes);
  const labels = labelTable(model, objects, names);
  const values = indexes.filter(({ index }) => index.multi).map((placed) => valueTable(placed, objects, names));
  return [objects, labels, ...values];
}

function placedIndexes(model: StoredModel): PlacedIndex[] {
  const fields = new NamePool([...OBJECT_COLUMNS.map(({ field }) => field), "labels"]);
  const names = indexNames(model);
  return model.indexes.map((index): PlacedIndex => {
    const { valueType, name } = index;
    const place = names.get(name);
    if (valueType === undefined || place === undefined)
      throw new TypeError(`index "${name}" of ${model.kind} has no type`);
    const field = fields.take(...fieldCandidates(name, place.column));
    return { ...place, index, type: COLUMN_TYPES[keptAs(valueType)], field };
  });
}

function objectTable(model: StoredModel, name: string, indexes: readonly PlacedIndex[]): Table {
  const table = tableName(model);
  const single = indexes.filter(({ index }) => !index.multi);
  return {
    name: table,
    model: name,
    role: "objects",
    comment: [`Objects of ${model.plural}.${model.group}.`, model.documentation.description].filter(Boolean).join("\n"),
    columns: [...OBJECT_COLUMNS, ...single.map(indexColumn)],
    key: ["id"],
    indexes: [
      tableIndex(table, [{ column: "name" }], { unique: true }),
      tableIndex(table, [{ column: "created_at" }, CREATION_ORDER]),
      tableIndex(table, [{ column: "deleted_at" }]),
      ...single.map((placed) => sortIndex(table, placed)),
    ],
  };
}

function indexColumn({ index, column, type, field }: PlacedIndex): Column {
  return {
    name: column,
    field,
    type,
    nullable: true,
    index: index.name,
    comment:
      index.valueType === "timestamp" ? `Index ${index.name}, in milliseconds since 1970.` : `Index ${index.name}.`,
  };
}

/** Ends every order. It goes the same way as the key before it, so that one index serves both directions. */
const CREATION_ORDER: KeyPart = { column: "id" };

function sortIndex(table: string, { index, column }: PlacedIndex): TableIndex {
  return index.unique
    ? tableIndex(table, [{ column }], { unique: true })
    : tableIndex(table, [{ column }, CREATION_ORDER]);
}

const OBJECT_ID: Column = { name: "object_id", field: "objectId", type: "counter", nullable: false };

function labelTable(model: StoredModel, objects: Table, names: NamePool): Table {
  const name = labelTableName(model);
  return {
    name,
    model: names.take(`${objects.model}Label`, `${objects.model}LabelRow`),
    role: "copies",
    comment: `Labels of ${model.plural}.${model.group}.`,
    columns: [
      OBJECT_ID,
      { name: "key", field: "key", type: "text", nullable: false },
      { name: "value", field: "value", type: "text", nullable: false },
    ],
    key: ["object_id", "key"],
    indexes: [tableIndex(name, [{ column: "key" }, { column: "value" }, { column: "object_id" }])],
    owner: { table: objects.name, column: "object_id", field: "labels" },
  };
}

function valueTable({ index, valueTable: name, type, field }: PlacedIndex, objects: Table, names: NamePool): Table {
  const parts: KeyPart[] = index.unique ? [{ column: "value" }] : [{ column: "value" }, { column: "object_id" }];
  return {
    name,
    model: names.take(`${objects.model}${pascalCase(index.name)}`, `${objects.model}${pascalCase(index.name)}Value`),
    role: "copies",
    comment: `Values of the index ${index.name}.`,
    columns: [OBJECT_ID, { name: "value", field: "value", type, nullable: false }],
    key: ["object_id", "value"],
    indexes: [tableIndex(name, parts, { unique: index.unique })],
    owner: { table: objects.name, column: "object_id", field },
    index: index.name,
  };
}

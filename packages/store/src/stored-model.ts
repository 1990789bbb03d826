import type { IndexValueType } from "./index-value.js";

/** An index with a key column in its model's table. */
export interface ColumnIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly type: IndexValueType;
  readonly multi: false;
  readonly column: string;
}

/** An index with a table of values. */
export interface TableIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly type: IndexValueType;
  readonly multi: true;
  readonly table: string;
}

/** A model as far as its tables go: plain data, which threads can hand on. Every descriptor is one. */
export interface StoredModel {
  readonly group: string;
  readonly plural: string;
  readonly table: string;
  readonly labelTable: string;
  readonly indexes: readonly (ColumnIndex | TableIndex)[];
  /** What the table's indexes are built from, as the database has it too: writes are refused where it has another. */
  readonly declaration?: string;
}

/** What is stored of a model, without its functions. */
export function storedModel(model: StoredModel): StoredModel {
  const { group, plural, table, labelTable, indexes } = model;
  return {
    ...("declaration" in model && { declaration: model.declaration }),
    group,
    plural,
    table,
    labelTable,
    indexes: indexes.map(({ name, unique, type, ...index }) =>
      index.multi
        ? { name, unique, type, multi: true, table: index.table }
        : { name, unique, type, multi: false, column: index.column },
    ),
  };
}

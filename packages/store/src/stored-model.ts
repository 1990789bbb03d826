import type { IndexValueType } from "./index-value.js";
import type { Fence } from "./process-locks.js";

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

/** The tables of a model, as plain data that can be sent to threads. Every model descriptor is one. */
export interface StoredModel {
  readonly group: string;
  readonly plural: string;
  readonly table: string;
  readonly labelTable: string;
  readonly indexes: readonly (ColumnIndex | TableIndex)[];
  /** Fingerprint of the table's indexes. Writes are refused if the database has another one. */
  readonly declaration?: string;
  /** The number of the schema that objects are written under: the place of the newest evolve step of the table. Default 0, for none. */
  readonly schema?: number;
  /** Whether each version of an object is kept. What is kept for how long is the caller's to say: see `HistoryStorage.trim`. */
  readonly history?: object;
  /** Writes are refused unless this lock is still held when they are committed. */
  readonly fence?: Fence;
}

/** The part of a model that the store needs, without its functions. */
export function storedModel(model: StoredModel): StoredModel {
  const { group, plural, table, labelTable, indexes } = model;
  return {
    ...("declaration" in model && { declaration: model.declaration }),
    ...("schema" in model && { schema: model.schema }),
    ...(model.history !== undefined && { history: {} }),
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

/** The indexes of a model that have these names, separated by where they keep their values. */
export function splitIndexes(
  { indexes }: StoredModel,
  names: readonly string[],
): { readonly single: readonly ColumnIndex[]; readonly multi: readonly TableIndex[] } {
  const meant = indexes.filter(({ name }) => names.includes(name));
  return { single: meant.filter((index) => !index.multi), multi: meant.filter((index) => index.multi) };
}

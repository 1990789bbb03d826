import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { IndexValue } from "../../../../packages/store/dist/index-value.js";
import type { ObjectRecord } from "../../../../packages/store/dist/store.js";

type Index = ModelDescriptor["indexes"][number];

/** The indexes of a model that have a column, and those that have a table. */
export function columnIndexes({ indexes }: ModelDescriptor): readonly Extract<Index, { multi: false }>[] {
  return indexes.filter((index) => !index.multi);
}

export function tableIndexes({ indexes }: ModelDescriptor): readonly Extract<Index, { multi: true }>[] {
  return indexes.filter((index) => index.multi);
}

/** The tables of a model: its objects', their labels', and those of its indexes of many values. */
export function tablesOf(model: ModelDescriptor): readonly string[] {
  return [model.table, model.labelTable, ...tableIndexes(model).map(({ table }) => table)];
}

/** The value in an index's column. */
export function columnValue({ indexValues }: ObjectRecord, { name }: Index): IndexValue | null {
  return indexValues.get(name)?.[0] ?? null;
}

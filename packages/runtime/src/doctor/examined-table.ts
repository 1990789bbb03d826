import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { storedModel, type StoredModel } from "../store/stored-model.js";

/** A table of objects, with what its models say of it. */
export interface ExaminedTable {
  readonly indexed: IndexedTable;
  /** The table with the indexes of every version. */
  readonly stored: StoredModel;
}

/** The tables of models, in order. */
export function examinedTables(models: readonly ModelDescriptor[]): readonly ExaminedTable[] {
  return indexedTables(models).map((indexed) => ({ indexed, stored: storedUnion(indexed, models) }));
}

function storedUnion({ name, model }: IndexedTable, models: readonly ModelDescriptor[]): StoredModel {
  const versions = models.filter(({ table }) => table === name).map((version) => storedModel(version));
  const indexes = new Map(versions.flatMap((version) => version.indexes.map((index) => [index.name, index])));
  return { ...storedModel(model), indexes: [...indexes.values()] };
}

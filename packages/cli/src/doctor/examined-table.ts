import { type IndexedTable, type ModelDescriptor, indexedTables } from "@cmgen/runtime/database";
import type { StoredModel } from "@cmgen/store";

/** A table of objects, with what its models say of it. */
export interface ExaminedTable {
  readonly indexed: IndexedTable;
  /** The table with the indexes of every version. */
  readonly stored: StoredModel;
}

/** The tables of models, in order. */
export function examinedTables(models: readonly ModelDescriptor[]): readonly ExaminedTable[] {
  return indexedTables(models).map((indexed) => ({ indexed, stored: indexed.stored }));
}

import { type IndexedTable, type ModelDescriptor, VersionView, indexedTables } from "@cmgen/runtime/database";
import type { StoredModel } from "@cmgen/store";

/** A table of objects, with what its models say of it. */
export interface ExaminedTable {
  readonly indexed: IndexedTable;
  /** The table with its indexes. */
  readonly stored: StoredModel;
  /** All versions of the kind but the one that objects are stored as. */
  readonly versions: readonly VersionView[];
}

/** The tables of models, in order. */
export function examinedTables(models: readonly ModelDescriptor[]): readonly ExaminedTable[] {
  return indexedTables(models).map((indexed) => ({
    indexed,
    stored: indexed.stored,
    versions: models.filter(({ storage }) => storage === indexed.model).map((model) => new VersionView(model)),
  }));
}

import type { IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";

/** What a version calls an index of the storage version; it may have no name of its own for it. */
export function shownIndex({ indexes, storage }: ModelDescriptor, name: string): string {
  const stored = storage?.indexes.find((candidate) => candidate.name === name);
  if (stored === undefined) return name;
  return indexes.find((candidate) => placeOf(candidate) === placeOf(stored))?.name ?? name;
}

function placeOf(index: IndexDescriptor<never>): string {
  return index.multi ? `table ${index.table}` : `column ${index.column}`;
}

import { valuesOfIndex, type IndexedModel } from "../indexes/index-values.js";
import type { ObjectRecord, PreviousState } from "@cmgen/store";
import type { PrintedObject } from "./assert-size.js";
import { isTerminating, type StoredObject } from "./stored-object.js";

/** The previous state in a change that no selector can see. */
export const JUDGED_ALIKE: PreviousState = new Uint8Array();

/**
 * What the change log keeps of `before`, which `after` replaces: its bytes, but only if a selector can tell the two apart. Selectors see labels,
 * index values and metadata, of which only `deletionTimestamp` can change.
 */
export function previousState(model: IndexedModel, before: PrintedObject, after: ObjectRecord): PreviousState {
  const isAlike =
    isTerminating(before.object) === (after.deletedAt !== null) &&
    hasLabels(before.object, after.labels) &&
    model.indexes.every((index) => {
      const found = valuesOfIndex(index, before.object);
      return "values" in found && haveSameMembers(found.values, after.indexValues.get(index.name) ?? []);
    });
  return isAlike ? JUDGED_ALIKE : before.data;
}

function hasLabels({ metadata }: StoredObject, wanted: ReadonlyMap<string, string>): boolean {
  const labels = Object.entries(metadata.labels ?? {});
  return labels.length === wanted.size && labels.every(([key, value]) => wanted.get(key) === value);
}

/** Both without repeats. */
function haveSameMembers(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  const members = new Set(right);
  return left.every((value) => members.has(value));
}

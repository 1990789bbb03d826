import type { IndexValue } from "../../../../packages/store/dist/index-value.js";
import type { ObjectRecord } from "../../../../packages/store/dist/store.js";
import { itemBytes, itemUid, type BenchItem } from "./bench-item.js";

/** The object as the store takes it. */
export function itemRecord(item: BenchItem, version = 1): ObjectRecord {
  const indexValues: [string, readonly IndexValue[]][] = [
    ["spec.code", [item.code]],
    ["spec.age", [item.age]],
    ["spec.group", [item.group]],
    ["spec.score", [item.score]],
    ["spec.tags", item.tags],
  ];
  return {
    name: item.name,
    uid: itemUid(item.name),
    version,
    createdAt: item.createdAt,
    deletedAt: null,
    data: itemBytes(item, version),
    labels: new Map(Object.entries(item.labels)),
    indexValues: new Map(indexValues),
  };
}

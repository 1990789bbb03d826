import type { ObjectRecord } from "../../packages/store/src/store.js";
import type { Sort } from "../bench/src/lists/matrix.js";
import type { Term } from "../bench/src/lists/term.js";

type Value = string | number;

/** Whether an object meets a term, found by looking at the object. Shares nothing with what plans and runs lists. */
export function meets({ on, key, test, values }: Term, record: ObjectRecord): boolean {
  const actual = on === "label" ? labelValues(record, key) : fieldValues(record, key);
  const wanted = values.map((value) => (key === "metadata.creationTimestamp" ? Date.parse(String(value)) : value));
  const [first = ""] = wanted;
  switch (test) {
    case "in":
      return actual.some((value) => wanted.includes(value));
    case "notIn":
      return !actual.some((value) => wanted.includes(value));
    case "absent":
      return actual.length === 0;
    case "startsWith":
      return actual.some((value) => String(value).startsWith(String(first)));
    case ">=":
      return actual.some((value) => value >= first);
    case "<":
      return actual.some((value) => value < first);
  }
}

/** Objects in the order of a sort and then of their creation, in the same direction. Those that lack the field come last if it descends, and first if it ascends. */
export function inOrder(records: readonly ObjectRecord[], { field, descending }: Sort): readonly ObjectRecord[] {
  const direction = descending ? -1 : 1;
  const valueOf = (record: ObjectRecord): Value => fieldValues(record, field)[0] ?? -Infinity;
  return records.toSorted(
    (left, right) => direction * (compare(valueOf(left), valueOf(right)) || numberOf(left) - numberOf(right)),
  );
}

/** The position of an object in a sort. */
export function positionOf({ field }: Sort, record: ObjectRecord | undefined): readonly Value[] {
  const [value] = record === undefined ? [] : fieldValues(record, field);
  if (record === undefined || value === undefined) throw new Error("A walk is to go on behind an object with a value");
  return [value, numberOf(record)];
}

/** An entry's number: they are created in this order, so it is also the id of its row. */
function numberOf({ name }: ObjectRecord): number {
  return parseInt(name.replace("entry-", ""), 36);
}

function compare(left: Value, right: Value): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function labelValues({ labels }: ObjectRecord, key: string): readonly Value[] {
  const value = labels.get(key);
  return value === undefined ? [] : [value];
}

function fieldValues({ createdAt, deletedAt, indexValues }: ObjectRecord, field: string): readonly Value[] {
  if (field === "metadata.creationTimestamp") return [createdAt];
  if (field === "metadata.deletionTimestamp") return deletedAt === null ? [] : [deletedAt];
  // All values of entries are text or numbers.
  return (indexValues.get(field) ?? []).filter((value) => typeof value === "string" || typeof value === "number");
}

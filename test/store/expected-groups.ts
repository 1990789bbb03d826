import { compareCodePoints } from "@cmgen/model/internal";
import type { IndexValue } from "../../packages/store/src/index-value.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";

/** What is asked of the groups of some objects. */
export interface GroupQuestion {
  readonly groupBy: readonly { readonly field: string; readonly by: "value" | "day" | "month" }[];
  readonly measures: readonly { readonly of: "sum" | "min" | "max" | "avg" | "distinct"; readonly field: string }[];
}

/** A value, as JSON has it; of a sum or an average of floating-point numbers, how far an answer may be from it. */
export type Expected = string | number | boolean | null | { readonly near: number; readonly within: number };

export interface ExpectedGroup {
  readonly by: Readonly<Record<string, Expected>>;
  readonly count: number;
  readonly [of: string]: number | Readonly<Record<string, Expected>>;
}

/** In the place of groups with a sum of integers that is not exact as a number. */
export const TOO_LARGE = Symbol("too large");

const integers = new Set(["spec.size", "spec.marks"]);
const instants = new Set(["spec.due", "metadata.creationTimestamp", "metadata.deletionTimestamp"]);

/**
 * The groups of objects of the sample model, found by looking at each object. Shares nothing with what plans and runs aggregates.
 *
 * @returns {@link TOO_LARGE} where a sum of integers is not exact as a number.
 */
export function expectedGroups(
  records: readonly ObjectRecord[],
  { groupBy, measures }: GroupQuestion,
): readonly ExpectedGroup[] | typeof TOO_LARGE {
  const groups = new Map<string, { readonly keys: readonly Key[]; readonly members: ObjectRecord[] }>();
  if (groupBy.length === 0) groups.set("[]", { keys: [], members: [] });
  for (const record of records) {
    for (const keys of keysOf(record, groupBy)) {
      const text = JSON.stringify(keys.map((key) => [typeof key, String(key)]));
      const group = groups.get(text) ?? { keys, members: [] };
      groups.set(text, group);
      group.members.push(record);
    }
  }
  const ordered = [...groups.values()].toSorted((left, right) => compareKeys(left.keys, right.keys));
  const answered = ordered.map(({ keys, members }) => {
    const values = measures.map(({ of, field }) => ({ of, field, value: measure(of, field, members) }));
    return { keys, count: members.length, values };
  });
  if (answered.some(({ values }) => values.some(({ value }) => value === TOO_LARGE))) return TOO_LARGE;
  return answered.map(({ keys, count, values }) => ({
    by: Object.fromEntries(
      groupBy.map(({ field, by }, place) => [
        by === "value" ? field : `${by}(${field})`,
        by === "value" ? printed(field, keys[place] ?? null) : (keys[place] as string | null),
      ]),
    ),
    count,
    ...Object.fromEntries(
      [...new Set(measures.map(({ of }) => of))].map((of) => [
        of,
        Object.fromEntries(values.filter((each) => each.of === of).map(({ field, value }) => [field, value])),
      ]),
    ),
  }));
}

/** A value that objects are grouped by: of a period its beginning, as text. */
type Key = IndexValue | null;

/** Every combination of the values that an object has. */
function keysOf(record: ObjectRecord, groupBy: GroupQuestion["groupBy"]): readonly (readonly Key[])[] {
  let combinations: readonly (readonly Key[])[] = [[]];
  for (const { field, by } of groupBy) {
    const values = valuesOf(record, field).map((value) => (by === "value" ? value : periodOf(Number(value), by)));
    const keys: readonly Key[] = values.length === 0 ? [null] : values;
    combinations = combinations.flatMap((combination) => keys.map((key) => [...combination, key]));
  }
  return combinations;
}

/** `2030-01-31` and `2030-01`: what JavaScript's own calendar says. */
function periodOf(instant: number, by: "day" | "month"): string {
  const text = new Date(instant).toISOString();
  return text.slice(0, text.length - (by === "day" ? "T00:00:00.000Z" : "-00T00:00:00.000Z").length);
}

function compareKeys(left: readonly Key[], right: readonly Key[]): number {
  for (const [place, one] of left.entries()) {
    const order = compareKey(one, right[place] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareKey(one: Key, other: Key): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "string" && typeof other === "string") return comparePeriods(one, other);
  // oxlint-disable-next-line eqeqeq -- a bigint may equal a number
  return one == other ? 0 : one < other ? -1 : 1;
}

/** Texts by their code points; but years before 0 and after 9999, which JavaScript writes with a sign, by their time. */
function comparePeriods(one: string, other: string): number {
  const period = /^([+-]\d{6}|\d{4})-\d\d(-\d\d)?$/;
  if (period.test(one) && period.test(other)) return Date.parse(one) - Date.parse(other);
  return compareCodePoints(one, other);
}

function measure(of: string, field: string, records: readonly ObjectRecord[]): Expected | typeof TOO_LARGE {
  const values = records.flatMap((record) => valuesOf(record, field));
  if (of === "distinct") return new Set(values.map(String)).size;
  const [first] = values;
  if (first === undefined) return null;
  const smallest = values.reduce((least, value) => (compareKey(value, least) < 0 ? value : least), first);
  const largest = values.reduce((most, value) => (compareKey(value, most) > 0 ? value : most), first);
  if (of === "min") return printed(field, smallest);
  if (of === "max") return printed(field, largest);
  const isFloating = field === "spec.weight";
  const sum = isFloating ? 0n : values.reduce<bigint>((total, value) => total + BigInt(value), 0n);
  const numbers = values.map(Number);
  const floating = isFloating ? numbers.reduce((total, value) => total + value, 0) : Number(sum);
  const size = numbers.reduce((total, value) => total + Math.abs(value), 0);
  if (of === "avg") return { near: floating / values.length, within: (size / values.length) * 1e-12 };
  if (isFloating) return { near: floating, within: size * 1e-12 };
  if (field === "spec.serial") return String(sum);
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : TOO_LARGE;
}

function printed(field: string, value: Key): string | number | boolean | null {
  if (value === null) return null;
  if (instants.has(field)) return new Date(Number(value)).toISOString();
  if (integers.has(field)) return Number(value);
  return typeof value === "bigint" || field === "spec.serial" ? String(value) : value;
}

function valuesOf({ name, createdAt, deletedAt, indexValues }: ObjectRecord, field: string): readonly IndexValue[] {
  if (field === "metadata.name") return [name];
  if (field === "metadata.creationTimestamp") return [createdAt];
  if (field === "metadata.deletionTimestamp") return deletedAt === null ? [] : [deletedAt];
  return indexValues.get(field) ?? [];
}

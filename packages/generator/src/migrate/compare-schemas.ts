import { oncePer } from "../model/once-per.js";
import type { DatabaseSchema, Table } from "../storage/database-schema.js";

/** A table before and after. One of the two may be absent. */
export interface TableChange {
  readonly from?: Table;
  readonly to?: Table;
}

/** Tables of either schema that differ, in the order of the old, then of the new. */
export function changedTables(from: DatabaseSchema, to: DatabaseSchema): readonly TableChange[] {
  return comparisonsWith(from)(to);
}

/** Each step of making a migration asks for the differences, and both databases have the same tables. */
const comparisonsWith = oncePer((from: DatabaseSchema) =>
  oncePer((to: DatabaseSchema): readonly TableChange[] =>
    pairs(from.tables, to.tables).filter(({ from: old, to: made }) => !isSame(old, made)),
  ),
);

/** Things of the same name, before and after, in the order of the old list, then of the new. */
export function pairs<T extends { readonly name: string }>(
  from: readonly T[],
  to: readonly T[],
): { readonly from?: T; readonly to?: T }[] {
  const [before, after] = [byName(from), byName(to)];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => pair(before.get(name), after.get(name)));
}

function pair<T>(from: T | undefined, to: T | undefined): { readonly from?: T; readonly to?: T } {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Names and comments of the Prisma schema are no part of the database. */
const unseen: ReadonlySet<string> = new Set(["model", "field", "comment"]);

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [keys, others] = [seenKeys(one), seenKeys(other)];
  return keys.length === others.length && keys.every((key) => isSame(memberOf(one, key), memberOf(other, key)));
}

function seenKeys(value: object): readonly string[] {
  return Object.keys(value).filter((key) => !unseen.has(key));
}

function memberOf(value: object, key: string): unknown {
  return Reflect.get(value, key);
}

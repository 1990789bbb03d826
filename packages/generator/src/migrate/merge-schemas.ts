import type { Column, DatabaseSchema, Table, TableIndex } from "../storage/database-schema.js";

export interface Sides<T> {
  readonly base: T | undefined;
  readonly one: T;
  readonly other: T;
}

/**
 * Three-way merge: `base` with what each side changed since. What both sides touched, even in the same way, is named in `conflicts`,
 * for their migrations would each do it.
 */
export function mergeSchemas({ base, one, other }: Sides<DatabaseSchema>, conflicts: string[]): DatabaseSchema {
  const mergeTable = (sides: Sides<Table>) => mergeTables(sides, conflicts);
  return {
    tables: mergeLists(
      { base: base?.tables ?? [], one: one.tables, other: other.tables },
      { what: "table", conflicts, merge: mergeTable },
    ),
  };
}

function mergeTables({ base, one, other }: Sides<Table>, conflicts: string[]): Table {
  const inside = (what: string) => ({ what: `${what} of table ${one.name}`, conflicts });
  return {
    ...one,
    columns: mergeLists<Column>({ base: base?.columns, one: one.columns, other: other.columns }, inside("column")),
    indexes: mergeLists<TableIndex>({ base: base?.indexes, one: one.indexes, other: other.indexes }, inside("index")),
  };
}

interface MergeOptions<T> {
  /** What an item is called in a conflict. */
  readonly what: string;
  readonly conflicts: string[];
  /** Merges an item that was there before and that both sides changed. Without it that is a conflict. */
  readonly merge?: (sides: Sides<T>) => T;
}

function mergeLists<T extends { readonly name: string }>(lists: Sides<readonly T[]>, options: MergeOptions<T>): T[] {
  const [base, one, other] = [byName(lists.base ?? []), byName(lists.one), byName(lists.other)];
  const names = new Set([...base.keys(), ...one.keys(), ...other.keys()]);
  return [...names].flatMap((name) => {
    const item = mergeItem(name, { base: base.get(name), one: one.get(name), other: other.get(name) }, options);
    return item === undefined ? [] : [item];
  });
}

function mergeItem<T>(
  name: string,
  { base, one, other }: Sides<T | undefined>,
  { what, conflicts, merge }: MergeOptions<T>,
): T | undefined {
  if (same(base, one)) return other;
  if (same(base, other)) return one;
  if (merge !== undefined && base !== undefined && one !== undefined && other !== undefined) {
    return merge({ base, one, other });
  }
  conflicts.push(`${what} ${name}`);
  return one;
}

function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

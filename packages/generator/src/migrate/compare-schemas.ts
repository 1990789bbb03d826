import type { Column, DatabaseSchema, Table } from "../storage/database-schema.js";

/** A table before and after. One of the two may be absent. */
export interface TableChange {
  readonly from?: Table;
  readonly to?: Table;
}

/** An index of a model whose values a migration makes void, wherever they were and will be. */
export interface IndexChange {
  /** Table of the model's objects. */
  readonly table: string;
  readonly index: string;
  /** Where there are values that the new schema has no room for as they are. */
  readonly clear?: { readonly table: string; readonly column?: string };
}

/** Tables of either schema that differ, in the order of the old, then of the new. */
export function changedTables(from: DatabaseSchema, to: DatabaseSchema): TableChange[] {
  const [before, after] = [byName(from.tables), byName(to.tables)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => pair(before.get(name), after.get(name)))
    .filter(({ from: old, to: made }) => !isSame(old, made));
}

/** Indexes that come, go, or change what they may hold, on tables of objects that stay. Their values are copies, made again. */
export function changedIndexes(from: DatabaseSchema, to: DatabaseSchema): IndexChange[] {
  const stays = new Set(
    from.tables.map(({ name }) => name).filter((name) => to.tables.some((table) => table.name === name)),
  );
  const changes = changedTables(from, to);
  const columns = changes.flatMap((change) => columnChanges(change, stays));
  return [...columns, ...changes.flatMap((change) => valueTableChanges(change, stays))];
}

function columnChanges({ from, to }: TableChange, stays: ReadonlySet<string>): IndexChange[] {
  const table = to?.name ?? from?.name ?? "";
  if (!stays.has(table)) return [];
  const [before, after] = [byName(from?.columns ?? []), byName(to?.columns ?? [])];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): IndexChange[] => {
    const [old, made] = [before.get(name), after.get(name)];
    const index = made?.index ?? old?.index;
    if (index === undefined) return [];
    if (old === undefined || made === undefined) return [{ table, index }];
    return isNarrower(pair(from, to), pair(old, made)) ? [{ table, index, clear: { table, column: name } }] : [];
  });
}

function valueTableChanges({ from, to }: TableChange, stays: ReadonlySet<string>): IndexChange[] {
  const index = to?.index ?? from?.index;
  const owner = to?.owner?.table ?? from?.owner?.table ?? "";
  if (index === undefined || !stays.has(owner)) return [];
  if (from === undefined || to === undefined) return [{ table: owner, index }];
  const columns = pair(valueColumn(from), valueColumn(to));
  return isNarrower({ from, to }, columns) ? [{ table: owner, index, clear: { table: to.name } }] : [];
}

function valueColumn(table: Table): Column | undefined {
  return table.columns.find(({ name }) => name === "value");
}

/** Whether values that were fine may not be so any more: of another type, or no longer allowed twice. */
function isNarrower(table: TableChange, column: { readonly from?: Column; readonly to?: Column }): boolean {
  const name = column.to?.name ?? "";
  return column.from?.type !== column.to?.type || (isUnique(table.to, name) && !isUnique(table.from, name));
}

function isUnique(table: Table | undefined, column: string): boolean {
  return (
    table?.indexes.some(({ unique, parts }) => unique && parts.length === 1 && parts[0]?.column === column) ?? false
  );
}

function pair<T>(from: T | undefined, to: T | undefined): { readonly from?: T; readonly to?: T } {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Names and comments of the Prisma schema are no part of the database. */
function isSame(one: unknown, other: unknown): boolean {
  const unseen = new Set(["model", "field", "comment"]);
  const print = (value: unknown) => JSON.stringify(value, (key, part: unknown) => (unseen.has(key) ? undefined : part));
  return print(one) === print(other);
}

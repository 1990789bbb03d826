import type { Column, DatabaseSchema, Table } from "../storage/database-schema.js";
import { changedTables, pairs, type TableChange } from "./compare-schemas.js";

/** A change of one of a model's indexes, where the model's table stays. */
export interface IndexChange {
  /** Name of the index. */
  readonly index: string;
  /** Name of the table of the model's objects. */
  readonly table: string;
  /** What held its values, if it cannot hold them any more: this column of the table or, without a column, the other table. */
  readonly void?: { readonly column: Column } | { readonly values: Table };
}

/**
 * Indexes that come, go, or change what they may hold. Their values are copies of what the objects hold, so the service makes them
 * again when it starts.
 */
export function changedIndexes(from: DatabaseSchema, to: DatabaseSchema): IndexChange[] {
  const before = new Set(from.tables.map(({ name }) => name));
  const stays = new Set(to.tables.map(({ name }) => name).filter((name) => before.has(name)));
  return changedTables(from, to).flatMap((change) => {
    const table = change.from ?? change.to;
    if (table === undefined) return [];
    if (table.owner !== undefined)
      return stays.has(table.owner.table) ? valueTableChange(change, table.owner.table) : [];
    return stays.has(table.name) ? columnChanges(change) : [];
  });
}

function columnChanges({ from, to }: TableChange): IndexChange[] {
  const columns = pairs(from?.columns ?? [], to?.columns ?? []);
  return columns.flatMap(({ from: old, to: made }): IndexChange[] => {
    const index = made?.index ?? old?.index;
    if (index === undefined) return [];
    const change = { table: to?.name ?? "", index };
    if (old === undefined) return [change];
    return made === undefined || isNarrower({ from, to, old, made }) ? [{ ...change, void: { column: old } }] : [];
  });
}

function valueTableChange({ from, to }: TableChange, owner: string): IndexChange[] {
  const index = to?.index ?? from?.index;
  if (index === undefined) return [];
  const change = { table: owner, index };
  if (from === undefined) return [change];
  const [old, made] = [valueColumn(from), valueColumn(to)];
  const isVoid = old === undefined || made === undefined || isNarrower({ from, to, old, made });
  return isVoid ? [{ ...change, void: { values: from } }] : [];
}

function valueColumn(table: Table | undefined): Column | undefined {
  return table?.columns.find(({ name }) => name === "value");
}

interface ColumnChange {
  readonly from: Table | undefined;
  readonly to: Table | undefined;
  readonly old: Column;
  readonly made: Column;
}

/** Whether values that were fine may not be so any more: of another type, or no longer allowed twice. */
function isNarrower({ from, to, old, made }: ColumnChange): boolean {
  return old.type !== made.type || (isUnique(to, made) && !isUnique(from, old));
}

function isUnique(table: Table | undefined, { name }: Column): boolean {
  return table?.indexes.some(({ unique, parts }) => unique && parts.length === 1 && parts[0]?.column === name) ?? false;
}

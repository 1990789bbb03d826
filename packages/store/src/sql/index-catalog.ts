import type { SortKey } from "../list-plan.js";
import { sql, type Fragment } from "./sql.js";

/** Which index of a table starts with a column. Only SQLite can be told to use one. */
export interface IndexCatalog {
  indexOf(table: string, column: string): string | undefined;
  /** The columns of that index, in its order. */
  columnsOf(table: string, column: string): readonly IndexColumn[];
}

export interface IndexColumn {
  readonly name: string;
  readonly descending: boolean;
}

/** For PostgreSQL, which chooses its indexes itself. */
export const noCatalog: IndexCatalog = { indexOf: () => undefined, columnsOf: () => [] };

/** Whether an index has all that is sorted by, so that no object is read to sort. */
export function hasKeys(columns: readonly IndexColumn[], sort: readonly SortKey[]): boolean {
  return sort.every(({ field }, place) => columns[place]?.name === field.column);
}

/** Whether an index that has all keys has its rows in their order, forwards or backwards, so that nothing is sorted. */
export function hasOrder(columns: readonly IndexColumn[], sort: readonly SortKey[]): boolean {
  const turned = sort.map(({ descending }, place) => descending !== columns[place]?.descending);
  return new Set(turned).size < 2;
}

/** `INDEXED BY`: use this index or fail, whatever the statistics say. Empty if no index is known. */
export function indexedBy(catalog: IndexCatalog, table: string, column: string): Fragment {
  const name = catalog.indexOf(table, column);
  return name === undefined ? sql`` : sql` INDEXED BY ${sql.id(name)}`;
}

import { sql, type Fragment } from "./sql.js";

/** Which index of a table starts with a column. Only SQLite can be told to use one. */
export interface IndexCatalog {
  indexOf(table: string, column: string): string | undefined;
}

/** For PostgreSQL, which chooses its indexes itself. */
export const noCatalog: IndexCatalog = { indexOf: () => undefined };

/** `INDEXED BY`: use this index or fail, whatever the statistics say. Empty if no index is known. */
export function indexedBy(catalog: IndexCatalog, table: string, column: string): Fragment {
  const name = catalog.indexOf(table, column);
  return name === undefined ? sql`` : sql` INDEXED BY ${sql.id(name)}`;
}

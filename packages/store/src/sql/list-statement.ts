import type { AllOf, ListPlan } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { creationOrder } from "./keyset.js";

/** The resource whose objects a list reads, and its tables. */
export interface ListTables {
  readonly group: string;
  readonly plural: string;
  readonly table: string;
  readonly labelTable: string;
}

/** What differs between two runs of a list's statement. */
export interface ListRun {
  /** Ids of objects to look at. */
  readonly ids: readonly number[];
  /** Changes after this revision are wanted. */
  readonly since: number;
}

/** Which index of a table starts with a column. Only SQLite can be told to use one. */
export interface IndexCatalog {
  indexOf(table: string, column: string): string | undefined;
}

/** For PostgreSQL, which chooses its indexes itself. */
export const noCatalog: IndexCatalog = { indexOf: () => undefined };

/** What all statements of a list are made of. */
export interface ListStatement {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly tables: ListTables;
  readonly plan: AllOf & Pick<ListPlan, "sort">;
}

/** The column that the order begins with. Its index is walked. */
export function orderColumn({ sort }: Pick<ListPlan, "sort">): string {
  return sort[0]?.field.column ?? creationOrder.column;
}

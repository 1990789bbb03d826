import type { ListPlan } from "../list-plan.js";
import { isStreamed } from "../lists/list-steps.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListPage } from "../store.js";
import { ListReader } from "./list-reader.js";
import type { SqliteDatabase } from "./open-database.js";

/** Answers the lists of an SQLite database. */
export interface SqliteLists {
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  close(): Promise<void>;
}

/**
 * A database in memory has one connection, so its lists are read on that one. A list of all items is read completely, since nothing can be
 * written while a statement is half read.
 */
export function inlineLists(database: SqliteDatabase, { tuning }: Pick<EngineSettings, "tuning">): SqliteLists {
  // The database is in memory anyway.
  const reader = new ListReader(database, { ...tuning, heldBytes: Infinity });
  return {
    list: async (tables, plan) => {
      if (!isStreamed(plan, tuning)) return reader.list(tables, plan);
      const { start, next, close } = reader.open(tables, plan);
      try {
        return { ...start, items: next(Infinity) };
      } finally {
        close();
      }
    },
    close: async () => undefined,
  };
}

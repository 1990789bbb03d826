import type { ListPlan } from "../list-plan.js";
import { isStreamed } from "../lists/list-steps.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListPage } from "../store.js";
import { ListReader } from "./list-reader.js";
import type { SqliteDatabase } from "./open-database.js";

/** What answers the lists of an SQLite database. */
export interface SqliteLists {
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  close(): Promise<void>;
}

/**
 * A database in memory has one connection: its lists are read on it, and a list of all items is read at once, since nothing can be written
 * while a statement is half read.
 */
export function inlineLists(database: SqliteDatabase, { tuning }: Pick<EngineSettings, "tuning">): SqliteLists {
  // All of it is held in memory anyway.
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

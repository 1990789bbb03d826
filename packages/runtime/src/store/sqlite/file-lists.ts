import type { ListPlan } from "../../list/list-plan.js";
import { isStreamed } from "../lists/list-steps.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListPage } from "../store.js";
import type { SqliteLists } from "./inline-lists.js";
import { ListReader } from "./list-reader.js";
import type { SqliteDatabase } from "./open-database.js";
import { ReaderPool, type ReaderPoolOptions } from "./reader-pool.js";

/** Rows' worth of work that a list may do on the thread that serves: about a millisecond. */
const INLINE_EFFORT = 4000;

/**
 * Lists of a database in a file. A short one is answered at once, which costs less than asking another thread; one that turns out longer
 * is begun anew on a reader thread, so that it holds up nobody.
 */
export function fileLists(database: SqliteDatabase, options: ReaderPoolOptions): SqliteLists {
  const reader = new ListReader(database, options.tuning);
  const pool = new ReaderPool(options);
  return {
    list: async (tables: ListTables, plan: ListPlan): Promise<ListPage> => {
      const answer = isStreamed(plan, options.tuning) ? undefined : reader.tryList(tables, plan, INLINE_EFFORT);
      return answer ?? pool.list(tables, plan);
    },
    close: () => pool.close(),
  };
}

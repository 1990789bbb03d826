import type { ListPlan } from "../list-plan.js";
import { isStreamed } from "../lists/list-steps.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListPage } from "../store.js";
import type { SqliteLists } from "./inline-lists.js";
import { ListReader, type ListBudget } from "./list-reader.js";
import type { SqliteDatabase } from "./open-database.js";
import { ReaderPool, type ReaderPoolOptions } from "./reader-pool.js";

/** What a list may take on the main thread: about a millisecond by estimate, and a few if the estimate was wrong. */
const inline: ListBudget = { effort: 4000, milliseconds: 8 };

/**
 * Lists of a database in a file. A short list is answered on the main thread, which costs less than asking another one. A list that turns out
 * to be long is started again on a reader thread, so that it does not delay other requests.
 */
export function fileLists(database: SqliteDatabase, options: ReaderPoolOptions): SqliteLists {
  const reader = new ListReader(database, options.tuning);
  const pool = new ReaderPool(options);
  return {
    list: async (tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> => {
      const answer = isStreamed(plan, options.tuning) ? undefined : reader.tryList(tables, plan, inline);
      if (answer !== undefined) return answer;
      const page = await pool.list(tables, plan, signal?.());
      reader.learn(tables, plan, page);
      return page;
    },
    close: () => pool.close(),
  };
}

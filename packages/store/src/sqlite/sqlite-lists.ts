import type { ListPlan } from "../list-plan.js";
import { isStreamed } from "../lists/stream-steps.js";
import type { SelectionMemory } from "../lists/selection-memory.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListPage } from "../store.js";
import { type ListBudget, ListReader } from "./list-reader.js";
import type { SqliteDatabase } from "./database.js";
import { ReaderPool, type ReaderPoolOptions } from "./reader-pool.js";
import type { EngineSettings } from "../store-settings.js";

/** Answers the lists of an SQLite database. */
export interface SqliteLists {
  /** What the thread that serves remembers. */
  readonly memory: SelectionMemory;
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  close(): Promise<void>;
}

/** What a list may take on the main thread: about four milliseconds by estimate, and a few more if the estimate was wrong. */
const inline: ListBudget = { effort: 12_000, milliseconds: 8 };

/**
 * Lists of a database in a file. A short list is answered on the main thread, which costs less than asking another one. A list that turns out
 * to be long is started again on a reader thread, so that it does not delay other requests.
 */
export function fileLists(database: SqliteDatabase, options: ReaderPoolOptions): SqliteLists {
  const reader = new ListReader(database, options.tuning, { isTimed: true });
  const pool = new ReaderPool(options);
  const { memory } = reader;
  return {
    memory,
    list: async (tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> => {
      const answer = isStreamed(plan, options.tuning) ? undefined : reader.tryList(tables, plan, inline);
      if (answer !== undefined) return answer;
      const known = reader.known(tables, plan);
      const { found, ...page } = await pool.list({ tables, plan, known }, signal?.());
      memory.learn(found);
      memory.see(page);
      return page;
    },
    close: () => pool.close(),
  };
}

/**
 * A database in memory has one connection, so its lists are read on that one. A list of all items is read completely, since nothing can be
 * written while a statement is half read.
 */
export function inlineLists(database: SqliteDatabase, { tuning }: Pick<EngineSettings, "tuning">): SqliteLists {
  // The database is in memory anyway.
  const reader = new ListReader(database, { ...tuning, heldBytes: Infinity });
  return {
    memory: reader.memory,
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

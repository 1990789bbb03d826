import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import type { SelectionMemory } from "../lists/selection-memory.js";
import { isStreamed } from "../lists/stream-steps.js";
import type { ListTables } from "../sql/list-statement.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListPage } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import { ListReader } from "./list-reader.js";
import { ReaderPool, type ReaderPoolOptions } from "./reader-pool.js";

/** Answers the lists of an SQLite database. */
export interface SqliteLists {
  /** What the thread that serves remembers. */
  readonly memory: SelectionMemory;
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  aggregate(tables: ListTables, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult>;
  close(): Promise<void>;
}

/** How long a list may take on the thread that serves. */
const ATTEMPT_MILLISECONDS = 8;

/**
 * Lists of a database in a file. A short list is answered on the thread that serves, which costs less than asking another one. A list that takes
 * longer is started again on a reader thread, so that it does not delay other requests.
 */
export function fileLists(database: SqliteDatabase, options: ReaderPoolOptions): SqliteLists {
  const { tuning } = options;
  const reader = new ListReader(database, tuning);
  const pool = new ReaderPool(options);
  const { memory } = reader;
  return {
    memory,
    list: async (tables, plan, signal) => {
      const answer = isStreamed(plan, tuning) ? "large" : reader.tryList(tables, plan, ATTEMPT_MILLISECONDS);
      if (answer !== undefined && answer !== "large") return answer;
      const asked = { tables, plan, known: reader.known(tables, plan) };
      const { found, ...page } = await (answer === "large"
        ? pool.stream(asked, signal?.())
        : pool.list(asked, signal?.()));
      reader.learn(tables, plan, found);
      memory.see(page);
      return page;
    },
    aggregate: async (tables, plan, signal) =>
      reader.tryAggregate(tables, plan, ATTEMPT_MILLISECONDS) ?? pool.aggregate({ tables, plan }, signal?.()),
    close: () => pool.close(),
  };
}

/**
 * A database in memory has one connection, so its lists are read on that one. A list of all items is read completely, since nothing can be
 * written while a statement is half read.
 */
export function inlineLists(database: SqliteDatabase, { tuning }: Pick<EngineSettings, "tuning">): SqliteLists {
  // The database is in memory anyway.
  const reader = new ListReader(database, { ...tuning, largeBytes: Infinity });
  return {
    memory: reader.memory,
    list: async (tables, plan) => {
      const answer = isStreamed(plan, tuning) ? "large" : reader.list(tables, plan);
      if (answer !== "large") return answer;
      const { start, next, close } = reader.open(tables, plan);
      try {
        return { ...start, items: next(Infinity) };
      } finally {
        close();
      }
    },
    aggregate: async (tables, plan) => reader.aggregate(tables, plan),
    close: async () => undefined,
  };
}

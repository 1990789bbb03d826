import type { ListPlan } from "../list-plan.js";
import { aloneSteps } from "../lists/alone-steps.js";
import type { BoundList } from "../lists/bound-list.js";
import { BoundLists } from "../lists/bound-lists.js";
import { shapeCache } from "../lists/shape-cache.js";
import { listSteps } from "../lists/list-steps.js";
import { type KnownSelection, SelectionMemory } from "../lists/selection-memory.js";
import { selectionKeys } from "../lists/selection-parts.js";
import { streamSteps } from "../lists/stream-steps.js";
import type { ListTuning } from "../list-tuning.js";
import { SlowKinds } from "../lists/slow-kinds.js";
import {
  type BoundStatement,
  type ListAnswer,
  type ListRow,
  type Rows,
  type Steps,
  type StreamStart,
  TooLargeError,
  TooMuchError,
  TooSlowError,
} from "../lists/steps.js";
import { sqliteDialect, timedSqliteDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import { readIndexCatalog } from "./index-catalog.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";
import { ListStatements } from "./list-statements.js";

/** A list of many items that is being read. */
export interface ItemCursor {
  readonly start: Omit<StreamStart, "rows">;
  /** The next items, up to a number of bytes; empty at the end. */
  next(bytes: number): readonly Uint8Array[];
  /** Ends the reading, also before its end. */
  close(): void;
}

/** The limits of a list on a thread that does other work too. */
export interface ListBudget {
  /** Estimated effort, in rows. */
  readonly effort: number;
  /** It is stopped after this time. */
  readonly milliseconds: number;
}

/** Lists with more filters are not tried unless their selection is remembered: preparing their statements takes too long. */
const MOST_TRIED_FILTERS = 6;

/** How a reader differs from one that has a thread for itself. */
export interface ListReaderOptions {
  /** Whether its lists are limited in time. */
  readonly isTimed?: boolean;
  /** What is remembered of the database's lists. */
  readonly memory?: SelectionMemory;
}

/** Reads lists on one connection. */
export class ListReader {
  readonly #database: SqliteDatabase;
  readonly #lists: BoundLists;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #statements: ListStatements;
  readonly memory: SelectionMemory;
  readonly #slow = new SlowKinds();

  constructor(
    database: SqliteDatabase,
    tuning: ListTuning,
    { isTimed = false, memory = new SelectionMemory() }: ListReaderOptions = {},
  ) {
    this.#database = database;
    this.memory = memory;
    this.#begin = database.prepare("BEGIN");
    this.#commit = database.prepare("COMMIT");
    this.#statements = new ListStatements(database, tuning);
    const catalog = readIndexCatalog(database);
    // Asking for the time is a tenth of a walk, so only statements that may be interrupted do it.
    const dialect = isTimed ? timedSqliteDialect : sqliteDialect;
    this.#lists = new BoundLists({ dialect, catalog, shapes: shapeCache(), tuning });
  }

  /**
   * Answers a list of some items from one snapshot.
   *
   * @throws {TooLargeError} if the page is too large to be held at once.
   */
  list(tables: ListTables, plan: ListPlan): ListAnswer<Uint8Array> {
    return this.#page(this.#lists.of(tables, plan), Infinity);
  }

  /**
   * Answers a list if that is short enough. It is stopped before a statement that would probably take too long, and within one that does. In
   * the second case lists of its kind are not tried for a while.
   */
  tryList(
    tables: ListTables,
    plan: ListPlan,
    { effort, milliseconds }: ListBudget,
  ): ListAnswer<Uint8Array> | undefined {
    const list = this.#lists.of(tables, plan);
    const now = performance.now();
    const isKnown = this.memory.get(list.selectionKey) !== undefined;
    if ((list.filters.length > MOST_TRIED_FILTERS && !isKnown) || this.#slow.has(list.key, now)) return undefined;
    this.#statements.stopwatch.start(milliseconds);
    try {
      const alone = this.#run(aloneSteps<Uint8Array>(list, this.memory), effort);
      const answer = alone ?? this.#page(list, effort);
      this.memory.see(answer);
      this.#slow.delete(list.key);
      return answer;
    } catch (error) {
      if (error instanceof TooMuchError) return undefined;
      if (!(error instanceof TooSlowError || error instanceof TooLargeError)) throw error;
      this.#slow.add(list.key, now);
      return undefined;
    } finally {
      this.#statements.stopwatch.stop();
    }
  }

  #page(list: BoundList, effort: number): ListAnswer<Uint8Array> {
    this.#begin.run();
    try {
      return this.#run(listSteps<Uint8Array>(list, this.memory), effort);
    } finally {
      if (this.#database.inTransaction) this.#commit.run();
    }
  }

  /** What is remembered of the objects that a list selects. */
  known(tables: ListTables, plan: ListPlan): readonly KnownSelection[] {
    return this.memory.known(selectionKeys(this.#lists.of(tables, plan)));
  }

  /** Begins to read all items. Until the cursor is closed, the connection keeps its snapshot and does nothing else. */
  open(tables: ListTables, plan: ListPlan): ItemCursor {
    this.#begin.run();
    try {
      const list = this.#lists.of(tables, plan);
      const { rows, ...start } = this.#run(streamSteps(list, this.memory), Infinity);
      const items = this.#statements.iterate(rows);
      const close = (): void => {
        items.return?.();
        if (this.#database.inTransaction) this.#commit.run();
      };
      return { start, next: (bytes) => take(items, bytes), close };
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #run<Answer>(steps: Steps<Answer>, effort: number): Answer {
    let left = effort;
    const rowsOf =
      (statement: BoundStatement): Rows =>
      () => {
        left -= statement.effort;
        if (left < 0) throw new TooMuchError();
        return this.#statements.rows(statement);
      };
    let step = steps.next();
    while (step.done !== true) step = steps.next(step.value.map(rowsOf));
    return step.value;
  }
}

function take(items: IterableIterator<ListRow<Uint8Array>>, bytes: number): readonly Uint8Array[] {
  const taken: Uint8Array[] = [];
  for (let left = bytes; left > 0;) {
    const item = items.next();
    if (item.done === true) break;
    taken.push(item.value.data);
    left -= item.value.data.length;
  }
  return taken;
}

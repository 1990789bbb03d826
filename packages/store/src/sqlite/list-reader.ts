import type { ListPlan } from "../list-plan.js";
import { BoundList, type ListContext } from "../lists/bound-list.js";
import { CountMemory } from "../lists/count-memory.js";
import { listSteps, streamSteps } from "../lists/list-steps.js";
import type { ListTuning } from "../list-tuning.js";
import { ShapeCache } from "../lists/shape-cache.js";
import { SlowKinds } from "../lists/slow-kinds.js";
import { Habits } from "../lists/habits.js";
import type { ListAnswer, ListRow, Steps, StreamStart } from "../lists/steps.js";
import { TooLargeError } from "../lists/too-large-error.js";
import { TooMuchError } from "../lists/too-much-error.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListPage } from "../store.js";
import { readIndexCatalog } from "./index-catalog.js";
import type { SqliteDatabase, SqliteStatement } from "./open-database.js";
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

/** Lists with more filters are not tried: preparing their statements takes too long. */
const MOST_TRIED_FILTERS = 6;

/** Reads lists on one connection. */
export class ListReader {
  readonly #database: SqliteDatabase;
  readonly #context: ListContext;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #statements: ListStatements;
  readonly #counts = new CountMemory();
  readonly #slow = new SlowKinds();

  constructor(database: SqliteDatabase, tuning: ListTuning) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN");
    this.#commit = database.prepare("COMMIT");
    this.#statements = new ListStatements(database, tuning);
    const catalog = readIndexCatalog(database);
    this.#context = {
      dialect: sqliteDialect,
      catalog,
      shapes: new ShapeCache(),
      tuning,
      habits: new Habits(tuning),
    };
  }

  /**
   * Answers a list of some items from one snapshot.
   *
   * @throws {TooLargeError} if the page is too large to be held at once.
   */
  list(tables: ListTables, plan: ListPlan): ListAnswer<Uint8Array> {
    return this.#page(new BoundList(this.#context, tables, plan), Infinity);
  }

  /**
   * Answers a list if that is short enough. It is stopped before a statement that would probably take too long, and within one that does. Then
   * lists of its kind are not tried for a while.
   */
  tryList(
    tables: ListTables,
    plan: ListPlan,
    { effort, milliseconds }: ListBudget,
  ): ListAnswer<Uint8Array> | undefined {
    const list = new BoundList(this.#context, tables, plan);
    const now = performance.now();
    if (list.filters.length > MOST_TRIED_FILTERS || this.#slow.has(list.key, now)) return undefined;
    this.#statements.stopwatch.start(milliseconds);
    try {
      const answer = this.#page(list, effort);
      this.#slow.delete(list.key);
      return answer;
    } catch (error) {
      if (!(error instanceof TooMuchError || error instanceof TooLargeError)) throw error;
      this.#slow.add(list.key, now);
      return undefined;
    } finally {
      this.#statements.stopwatch.stop();
    }
  }

  #page(list: BoundList, effort: number): ListAnswer<Uint8Array> {
    this.#begin.run();
    try {
      return this.#run(listSteps<Uint8Array>(list, this.#counts), effort);
    } finally {
      if (this.#database.inTransaction) this.#commit.run();
    }
  }

  /** Remembers a count that another connection made. */
  learn(tables: ListTables, plan: ListPlan, { revision, total }: Pick<ListPage, "revision" | "total">): void {
    if (total === undefined) return;
    this.#counts.learn(new BoundList(this.#context, tables, plan), { revision, total });
  }

  /** Begins to read all items. Until the cursor is closed, the connection keeps its snapshot and does nothing else. */
  open(tables: ListTables, plan: ListPlan): ItemCursor {
    this.#begin.run();
    try {
      const list = new BoundList(this.#context, tables, plan);
      const { rows, ...start } = this.#run(streamSteps(list, this.#counts), Infinity);
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
    let step = steps.next();
    while (step.done !== true) {
      if (effort < Infinity) for (const statement of step.value) left -= statement.effort;
      if (left < 0) throw new TooMuchError();
      step = steps.next(step.value.map((statement) => this.#statements.rows(statement)));
    }
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

import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import type { ListTuning } from "../list-tuning.js";
import { aggregateQuery, aggregateSteps } from "../lists/aggregate-steps.js";
import { fewOf } from "../lists/answer.js";
import { BoundLists } from "../lists/bound-list.js";
import { listSteps } from "../lists/list-steps.js";
import type { Selection } from "../lists/selection.js";
import { SelectionMemory } from "../lists/selection-memory.js";
import { SlowAggregates } from "../lists/slow-aggregates.js";
import { LargeObjectError, type ListAnswer, type Steps, type StreamStart } from "../lists/steps.js";
import { streamSteps } from "../lists/stream-steps.js";
import { type SqlDialect, sqliteDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";
import { readIndexCatalog } from "./index-catalog.js";
import { ListStatements, TooSlowError } from "./list-statements.js";

/** A list of many items that is being read. */
export interface ItemCursor {
  readonly start: Omit<StreamStart, "rows">;
  /** The next items, up to a number of bytes; empty at the end. */
  next(bytes: number): readonly Uint8Array[];
  /** Ends the reading, also before its end. */
  close(): void;
}

/** A page that must be read as a stream, because it has a large object. */
export type Page = ListAnswer<Uint8Array> | "large";

/** Of a statement that may take its time no row looks at the clock, which takes a third of the time of counting along an index. */
const untimedDialect: SqlDialect = { ...sqliteDialect, inTime: () => [] };

/** Reads lists on one connection. */
export class ListReader {
  /** What is remembered of the database's lists. */
  readonly memory = new SelectionMemory();
  readonly #database: SqliteDatabase;
  readonly #lists: BoundLists;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #statements: ListStatements;
  readonly #slow = new SlowAggregates();

  constructor(database: SqliteDatabase, tuning: ListTuning) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN");
    this.#commit = database.prepare("COMMIT");
    this.#statements = new ListStatements(database);
    const catalog = readIndexCatalog(database);
    this.#lists = new BoundLists({ dialect: sqliteDialect, catalog, tuning });
  }

  /** Answers a list of some items from one snapshot. */
  list(tables: ListTables, plan: ListPlan): Page {
    return this.#page(tables, plan);
  }

  /** The same within a time; undefined if it takes longer. */
  tryList(tables: ListTables, plan: ListPlan, milliseconds: number): Page | undefined {
    return this.#try(milliseconds, () => this.#page(tables, plan));
  }

  #try<Result>(milliseconds: number, read: () => Result): Result | undefined {
    try {
      return this.#statements.within(milliseconds, read);
    } catch (error) {
      if (error instanceof TooSlowError) return undefined;
      throw error;
    }
  }

  /** Counts and adds in one snapshot. */
  aggregate(tables: ListTables, plan: AggregatePlan): AggregateResult {
    return this.#run(aggregateSteps(untimedDialect, plan, aggregateQuery({ dialect: untimedDialect, tables, plan })));
  }

  /** The same within a time; undefined if it takes longer, or did a moment ago. */
  tryAggregate(tables: ListTables, plan: AggregatePlan, milliseconds: number): AggregateResult | undefined {
    const query = aggregateQuery({ dialect: sqliteDialect, tables, plan });
    if (this.#slow.has(query)) return undefined;
    const result = this.#try(milliseconds, () => this.#run(aggregateSteps(sqliteDialect, plan, query)));
    if (result === undefined) this.#slow.add(query);
    return result;
  }

  #page(tables: ListTables, plan: ListPlan): Page {
    try {
      return this.#run(listSteps<Uint8Array>(this.#lists.of(tables, plan), this.memory));
    } catch (error) {
      if (!(error instanceof LargeObjectError)) throw error;
      const few = fewOf(plan);
      return few === undefined ? "large" : this.#page(tables, few);
    }
  }

  /** What is remembered of the objects that a list selects. */
  known(tables: ListTables, plan: ListPlan): Selection | undefined {
    return this.memory.get(this.#lists.of(tables, plan).selectionKey);
  }

  /** Remembers what another thread knows of them. */
  learn(tables: ListTables, plan: ListPlan, known: Selection | undefined): void {
    if (known !== undefined) this.memory.set(this.#lists.of(tables, plan).selectionKey, known);
  }

  /** Begins to read all items. Until the cursor is closed, the connection keeps its snapshot and does nothing else. */
  open(tables: ListTables, plan: ListPlan): ItemCursor {
    this.#begin.run();
    try {
      const { rows, ...start } = this.#steps(streamSteps(this.#lists.of(tables, plan), this.memory));
      const items = this.#statements.iterate(rows);
      const close = (): void => {
        items.return?.();
        this.#end();
      };
      return { start, next: (bytes) => take(items, bytes), close };
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #run<Answer>(steps: Steps<Answer>): Answer {
    try {
      return this.#steps(steps);
    } finally {
      this.#end();
    }
  }

  #steps<Answer>(steps: Steps<Answer>): Answer {
    let step = steps.next();
    while (step.done !== true) {
      if (step.value.inSnapshot && !this.#database.inTransaction) this.#begin.run();
      step = steps.next(step.value.statements.map((statement) => this.#statements.rows(statement)));
    }
    return step.value;
  }

  #end(): void {
    if (this.#database.inTransaction) this.#commit.run();
  }
}

function take(items: IterableIterator<Uint8Array>, bytes: number): readonly Uint8Array[] {
  const taken: Uint8Array[] = [];
  for (let left = bytes; left > 0;) {
    const item = items.next();
    if (item.done === true) break;
    taken.push(item.value);
    left -= item.value.length;
  }
  return taken;
}

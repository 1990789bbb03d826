import type { ListPlan } from "../../list/list-plan.js";
import { BoundList, type ListContext } from "../lists/bound-list.js";
import type { BoundStatement } from "../lists/bound-statement.js";
import { CountMemory } from "../lists/count-memory.js";
import { listSteps, streamSteps } from "../lists/list-steps.js";
import type { ListTuning } from "../lists/list-tuning.js";
import { ShapeCache } from "../lists/shape-cache.js";
import type { ListAnswer, ListRow, Steps, StreamStart } from "../lists/steps.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import { readIndexCatalog } from "./index-catalog.js";
import type { SqliteDatabase, SqliteStatement } from "./open-database.js";

/** A list of many items that is being read. */
export interface ItemCursor {
  readonly start: Omit<StreamStart, "rows">;
  /** The next items, until they have so many bytes; none at the end. */
  next(bytes: number): readonly Uint8Array[];
  /** Ends reading, early or not. */
  close(): void;
}

/** Reads lists on one connection. */
export class ListReader {
  readonly #database: SqliteDatabase;
  readonly #context: ListContext;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #statements = new WeakMap<BoundStatement["shape"], SqliteStatement>();

  constructor(database: SqliteDatabase, tuning: ListTuning) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN");
    this.#commit = database.prepare("COMMIT");
    const catalog = readIndexCatalog(database);
    this.#context = {
      dialect: sqliteDialect,
      catalog,
      shapes: new ShapeCache(),
      tuning,
      counts: new CountMemory(),
    };
  }

  /** Answers a list of some items from one snapshot. */
  list(tables: ListTables, plan: ListPlan): ListAnswer<Uint8Array> {
    const answer = this.tryList(tables, plan, Infinity);
    if (answer === undefined) throw new Error("A list was given up that may take as long as it likes");
    return answer;
  }

  /** Answers a list if that takes little enough: it is given up before the first statement that would take too much. */
  tryList(tables: ListTables, plan: ListPlan, effort: number): ListAnswer<Uint8Array> | undefined {
    const list = new BoundList(this.#context, tables, plan);
    this.#begin.run();
    try {
      return this.#run(listSteps<Uint8Array>(list), effort);
    } finally {
      if (this.#database.inTransaction) this.#commit.run();
    }
  }

  /** Begins to read all items. The connection stays in one snapshot, and does nothing else, until the cursor is closed. */
  open(tables: ListTables, plan: ListPlan): ItemCursor {
    this.#begin.run();
    try {
      const begun = this.#run(streamSteps(new BoundList(this.#context, tables, plan)), Infinity);
      if (begun === undefined) throw new Error("A list was given up that may take as long as it likes");
      const { rows, ...start } = begun;
      const items = this.#prepared(rows).iterate(rows.values) as IterableIterator<ListRow<Uint8Array>>;
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

  #run<Answer>(steps: Steps<Answer>, effort: number): Answer | undefined {
    let left = effort;
    let step = steps.next();
    while (step.done !== true) {
      if (effort < Infinity) for (const statement of step.value) left -= statement.effort;
      if (left < 0) return undefined;
      step = steps.next(step.value.map((statement) => this.#prepared(statement).all(statement.values)));
    }
    return step.value;
  }

  #prepared({ shape, bigints, plucked }: BoundStatement): SqliteStatement {
    const known = this.#statements.get(shape);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(shape.sql).safeIntegers(bigints);
    if (plucked) statement.pluck();
    this.#statements.set(shape, statement);
    return statement;
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

import { type Selection, selects } from "../lists/selection.js";
import type { BoundStatement, ListRow, Rows } from "../lists/steps.js";
import { IN_TIME, IS_SELECTED, ROWS_PER_CALL } from "../sql/dialect.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";
import { Stopwatch } from "./stopwatch.js";

/** A list that takes more time than it may on its thread. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

/** Runs the statements of lists on one connection, prepared once. A running statement looks at the clock from time to time. */
export class ListStatements {
  readonly stopwatch = new Stopwatch();
  readonly #database: SqliteDatabase;
  readonly #prepared = new WeakMap<BoundStatement["shape"], SqliteStatement>();
  /** What the running statement tests objects for. */
  #selection: Selection | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    const isInTime = (bytes: number): 1 => {
      if (this.stopwatch.isUp(bytes)) throw new TooSlowError();
      return 1;
    };
    database.function(IN_TIME, { deterministic: false }, isInTime);
    database.function(IS_SELECTED, { deterministic: false }, (id: number) => {
      if ((id & (ROWS_PER_CALL - 1)) === 0) isInTime(0);
      return this.#selection !== undefined && selects(this.#selection, id) ? 1 : 0;
    });
  }

  /**
   * Runs a statement for its rows.
   *
   * @throws {TooSlowError} when its time is up.
   */
  rows(statement: BoundStatement): Rows {
    this.#selection = statement.selection;
    return this.#prepare(statement).all(statement.values);
  }

  /** Runs a statement and returns its rows one by one. No other statement runs until it has ended. */
  iterate(statement: BoundStatement): IterableIterator<ListRow<Uint8Array>> {
    this.#selection = statement.selection;
    return this.#prepare(statement).iterate(statement.values) as IterableIterator<ListRow<Uint8Array>>;
  }

  #prepare({ shape, bigints, plucked }: BoundStatement): SqliteStatement {
    const known = this.#prepared.get(shape);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(shape.sql).safeIntegers(bigints);
    if (plucked) statement.pluck();
    this.#prepared.set(shape, statement);
    return statement;
  }
}

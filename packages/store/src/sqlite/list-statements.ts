import { LRUCache } from "lru-cache";
import { type Selection, selects } from "../lists/selection.js";
import { type BoundStatement, keptStatements, type Rows } from "../lists/steps.js";
import { memoized } from "../memoized.js";
import { IN_TIME, IS_SELECTED, ROWS_PER_CALL } from "../sql/dialect.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";

/** A list that takes more time than it may on its thread. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

/** Runs the statements of lists on one connection, prepared once. A running statement looks at the clock from time to time. */
export class ListStatements {
  readonly #database: SqliteDatabase;
  readonly #prepared = new LRUCache<string, SqliteStatement>(keptStatements);
  /** When the time is up, on the clock of `performance.now()`. */
  #deadline = Infinity;
  /** What the running statement tests objects for. */
  #selection: Selection | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    const isInTime = (): 1 => {
      if (performance.now() > this.#deadline) throw new TooSlowError();
      return 1;
    };
    database.function(IN_TIME, { deterministic: false }, isInTime);
    database.function(IS_SELECTED, { deterministic: false }, (id: number) => {
      if ((id & (ROWS_PER_CALL - 1)) === 0) isInTime();
      return this.#selection !== undefined && selects(this.#selection, id) ? 1 : 0;
    });
  }

  /**
   * Calls `read`, whose statements may take a number of milliseconds.
   *
   * @throws {TooSlowError} when the time is up.
   */
  within<Result>(milliseconds: number, read: () => Result): Result {
    this.#deadline = performance.now() + milliseconds;
    try {
      return read();
    } finally {
      this.#deadline = Infinity;
    }
  }

  /** Runs a statement for its rows. */
  rows(statement: BoundStatement): Rows {
    this.#selection = statement.selection;
    return this.#prepare(statement).all(statement.values);
  }

  /** Runs a statement of objects and returns their bytes one by one. No other statement runs until it has ended. */
  iterate(statement: BoundStatement): IterableIterator<Uint8Array> {
    this.#selection = statement.selection;
    return this.#prepare(statement).iterate(statement.values) as IterableIterator<Uint8Array>;
  }

  #prepare({ sql, bigints, plucked }: BoundStatement): SqliteStatement {
    return memoized<string, SqliteStatement>(this.#prepared, sql, () => {
      const statement = this.#database.prepare(sql).safeIntegers(bigints);
      return plucked ? statement.pluck() : statement;
    });
  }
}

import { selects } from "../lists/selection.js";
import {
  type BoundStatement,
  GIVEN_UP,
  type LimitedWalk,
  type ListRow,
  TooLargeError,
  TooSlowError,
} from "../lists/steps.js";
import type { ListTuning } from "../list-tuning.js";
import { IN_TIME, IS_FOUND, IS_SELECTED, MAY_HOLD, MAY_LOOK, ROWS_PER_LOOK } from "../sql/dialect.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";
import { Stopwatch } from "./stopwatch.js";

/** Runs the statements of lists on one connection, prepared once. A running statement is checked against its limits. */
export class ListStatements {
  readonly stopwatch = new Stopwatch();
  readonly #database: SqliteDatabase;
  readonly #heldBytes: number;
  readonly #prepared = new WeakMap<BoundStatement["shape"], SqliteStatement>();
  /** Bytes that the running statement may return, and has returned. */
  #most = Infinity;
  #held = 0;
  /** How far the running statement may walk, and how many objects it has looked at and found. */
  #walk: LimitedWalk | undefined;
  #looks = 0;
  #found = 0;

  constructor(database: SqliteDatabase, { heldBytes }: Pick<ListTuning, "heldBytes">) {
    this.#database = database;
    this.#heldBytes = heldBytes;
    const isInTime = (bytes: number): 1 => {
      if (this.stopwatch.isUp(bytes)) throw new TooSlowError();
      return 1;
    };
    database.function(IN_TIME, { deterministic: false }, isInTime);
    database.function(IS_SELECTED, { deterministic: false }, (id: number) => {
      this.#look(1);
      if ((id & (ROWS_PER_LOOK - 1)) === 0) isInTime(0);
      return this.#walk?.selection !== undefined && selects(this.#walk.selection, id) ? 1 : 0;
    });
    database.function(MAY_LOOK, { deterministic: false }, (bytes: number) => {
      this.#look(ROWS_PER_LOOK);
      return isInTime(bytes);
    });
    database.function(IS_FOUND, { deterministic: false }, () => {
      this.#found += 1;
      return 1;
    });
    database.function(MAY_HOLD, { deterministic: false }, (bytes: number) => {
      // One object is returned however large it is.
      if (this.#held > 0 && this.#held + bytes > this.#most) throw new TooLargeError();
      this.#held += bytes;
      return isInTime(bytes);
    });
  }

  /**
   * Runs a statement for its rows.
   *
   * @throws {TooSlowError} when its time is up.
   * @throws {TooLargeError} when it has more bytes than may be held and must not be cut.
   */
  rows(statement: BoundStatement): readonly unknown[] {
    this.#most = statement.large === undefined ? Infinity : this.#heldBytes;
    this.#held = 0;
    this.#limit(statement);
    try {
      return this.#heldRows(statement);
    } catch (error) {
      if (error === gaveUp) return GIVEN_UP;
      throw error;
    } finally {
      this.#most = Infinity;
    }
  }

  #heldRows(statement: BoundStatement): readonly unknown[] {
    try {
      return this.#prepare(statement).all(statement.values);
    } catch (error) {
      if (!(error instanceof TooLargeError) || statement.large !== "cut") throw error;
      return this.#firstRows(statement);
    }
  }

  /** Runs a statement and returns its rows one by one. No other statement runs until it has ended. */
  iterate(statement: BoundStatement): IterableIterator<ListRow<Uint8Array>> {
    this.#limit(statement);
    return this.#prepare(statement).iterate(statement.values) as IterableIterator<ListRow<Uint8Array>>;
  }

  /** Rows up to the bytes that may be held; at least three, of which the first may be the revision. */
  #firstRows(statement: BoundStatement): readonly unknown[] {
    this.#most = Infinity;
    const rows: ListRow<Uint8Array>[] = [];
    let bytes = 0;
    for (const row of this.iterate(statement)) {
      rows.push(row);
      bytes += row.data.length;
      if (rows.length > 2 && bytes >= this.#heldBytes) break;
    }
    return rows;
  }

  #limit({ walk }: BoundStatement): void {
    this.#walk = walk;
    this.#looks = 0;
    this.#found = 0;
  }

  #look(rows: number): void {
    this.#looks += rows;
    const { most = 0, wanted = 0 } = this.#walk ?? {};
    if (this.#looks <= Math.min(most, LEAST_LOOKS)) return;
    // It probably finds as many among the next objects as among those so far.
    if (this.#looks * Math.max(1, wanted / Math.max(1, this.#found)) > most) throw gaveUp;
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

/** Objects that say how many match. */
const LEAST_LOOKS = 64;

/** A walk has looked at as many objects as it may. One error is enough: a new one would collect its stack, which nobody reads. */
const gaveUp = new Error("The walk was given up");

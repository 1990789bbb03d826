import { RefusalChecks, type Check } from "../engine/refusal-checks.js";
import type { NeededRows } from "../engine/table-walks.js";
import { memoized } from "../memoized.js";
import { sqliteDialect } from "../sql/dialect.js";
import {
  compileQuery,
  compileShape,
  type Fragment,
  type Query,
  type RunSql,
  type Shape,
  type SlotFor,
} from "../sql/sql.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";

/** A shape prepared on a connection. The caller knows the type of its rows from the shape's text. */
export interface Prepared<Input> {
  get(input: Input): unknown;
  all(input: Input): unknown[];
  /** Runs a statement that returns no rows. */
  run(input: Input): void;
  /** Inserts a row and returns its id: without `RETURNING`, for which SQLite opens a table in memory each time. */
  insert(input: Input): number;
}

/** Prepares a shape. With `bigints`, integers are returned as bigints, since they may be too large for a number. */
export function prepare<Input>(
  database: SqliteDatabase,
  shape: Shape<Input>,
  { bigints = false } = {},
): Prepared<Input> {
  const statement = database.prepare(shape.sql).safeIntegers(bigints);
  return {
    get: (input) => statement.get(shape.bind(input)),
    all: (input) => statement.all(shape.bind(input)),
    run: (input) => void statement.run(shape.bind(input)),
    insert: (input) => Number(statement.run(shape.bind(input)).lastInsertRowid),
  };
}

/** Prepares the statement that `build` makes. */
export function prepareSql<Input>(
  database: SqliteDatabase,
  build: (slot: SlotFor<Input>) => Fragment,
  options?: { readonly bigints: boolean },
): Prepared<Input> {
  return prepare(database, compileShape<Input>(sqliteDialect, build), options);
}

export const sqliteChecks = new RefusalChecks(sqliteDialect);

/** Runs checks on a connection, which keeps their statements prepared. There are few for each table. */
export function checkRunner(database: SqliteDatabase): <Result>(check: Check<Result>) => Result {
  const statements = new Map<string, SqliteStatement>();
  return (check) => {
    let step = check.next();
    while (step.done !== true) {
      const { sql, values } = step.value;
      step = check.next(memoized(statements, sql, () => database.prepare(sql)).all(values));
    }
    return step.value;
  };
}

/** Runs a statement for its rows, if it has any. */
export function execute(database: SqliteDatabase, { sql, values }: Query): readonly unknown[] {
  const statement = database.prepare(sql);
  if (statement.reader) return statement.all(values);
  statement.run(values);
  return [];
}

/** Runs statements in one transaction. Returns the place of the first that does not return the rows it must; then nothing was done. */
export function executeAll(database: SqliteDatabase, statements: readonly NeededRows[]): number | undefined {
  database.exec("BEGIN IMMEDIATE");
  try {
    const missed = statements.findIndex((each) => execute(database, each).length < each.rows);
    database.exec(missed < 0 ? "COMMIT" : "ROLLBACK");
    return missed < 0 ? undefined : missed;
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Runs statements in one transaction and returns the rows of each. */
export function executeEach(database: SqliteDatabase, statements: readonly Query[]): readonly (readonly unknown[])[] {
  database.exec("BEGIN IMMEDIATE");
  try {
    const rows = statements.map((statement) => execute(database, statement));
    database.exec("COMMIT");
    return rows;
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** {@link execute} for a statement that has its values. */
export function executeSql(database: SqliteDatabase, statement: Fragment): readonly unknown[] {
  return execute(database, compileQuery(sqliteDialect, statement));
}

/** Runs statements: those that read on this connection, the others by `write`. */
export function runStatements(
  database: SqliteDatabase,
  write: (statement: Query) => Promise<readonly unknown[]>,
): RunSql {
  return async <Row extends object>(fragment: Fragment) => {
    const query = compileQuery(sqliteDialect, fragment);
    const statement = database.prepare(query.sql);
    const rows = statement.readonly ? statement.all(query.values) : await write(query);
    // The caller knows the type of the rows from the statement's text.
    return rows as readonly Row[];
  };
}

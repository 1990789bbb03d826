import type { Check } from "../engine/refusal-checks.js";
import { memoized } from "../memoized.js";
import type { RunShape, Shape, SqlValue } from "../sql/sql.js";
import type { SqliteDatabase, SqliteStatement } from "./database.js";

/** A shape prepared on a connection. The caller knows the type of its rows from the shape's text. */
export interface Prepared<Input> {
  get(input: Input): unknown;
  all(input: Input): unknown[];
  iterate(input: Input): IterableIterator<unknown>;
  /** Runs a statement that returns no rows. */
  run(input: Input): void;
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
    iterate: (input) => statement.iterate(shape.bind(input)),
    run: (input) => void statement.run(shape.bind(input)),
  };
}

/** Runs checks on a connection, which keeps their statements prepared. */
export function checkRunner(database: SqliteDatabase): <Result>(check: Check<Result>) => Result {
  const statements = new WeakMap<object, SqliteStatement>();
  return (check) => {
    let step = check.next();
    while (step.done !== true) {
      const { shape, values } = step.value;
      step = check.next(memoized(statements, shape, () => database.prepare(shape.sql)).all(values));
    }
    return step.value;
  };
}

/** A statement with its values. */
export interface WritingStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Runs a statement for its rows, if it has any. */
export function executeStatement(database: SqliteDatabase, { sql, values }: WritingStatement): readonly unknown[] {
  const statement = database.prepare(sql);
  if (statement.reader) return statement.all(values);
  statement.run(values);
  return [];
}

/** Runs statements: those that read on this connection, the others by `write`. */
export function runShapes(
  database: SqliteDatabase,
  write: (statement: WritingStatement) => Promise<readonly unknown[]>,
): RunShape {
  const kept = new Map<string, SqliteStatement>();
  return async <Input, Row extends object>({ name, sql, bind }: Shape<Input>, input: Input) => {
    const statement = name === undefined ? database.prepare(sql) : memoized(kept, name, () => database.prepare(sql));
    const values = bind(input);
    const rows = statement.readonly ? statement.all(values) : await write({ sql, values });
    // The caller knows the type of the rows from the shape's text.
    return rows as readonly Row[];
  };
}

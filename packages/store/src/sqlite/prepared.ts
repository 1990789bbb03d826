import type { Shape } from "../sql/shape.js";
import type { SqliteDatabase } from "./open-database.js";

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

import type { IndexValue } from "../index-value.js";
import type { ListPage } from "../store.js";
import type { BoundStatement } from "./bound-statement.js";

/**
 * The statements of a list, some at a time, within one snapshot: each is given back its rows, which decide the next. What runs them, and
 * whether it waits, is the database's business.
 */
export type Steps<Answer> = Generator<readonly BoundStatement[], Answer, readonly (readonly unknown[])[]>;

/** A row of a list: an object's bytes as the driver gives them, and the values of the sort keys. */
export interface ListRow<Data> {
  readonly data: Data;
  readonly [key: `k${number}`]: IndexValue | null;
}

/** What a list of some items answers. */
export interface ListAnswer<Data> extends Omit<ListPage, "items"> {
  readonly items: readonly Data[];
}

/** What is known of a list of many items before the first is read. */
export interface StreamStart extends Omit<ListPage, "items" | "continue"> {
  /** Reads the items. */
  readonly rows: BoundStatement;
}

/** Runs a statement for its rows. The caller knows their type: it is what the statement selects. */
export function* rowsOf<Row>(statement: BoundStatement): Steps<readonly Row[]> {
  const [rows = []] = yield [statement];
  return rows as readonly Row[];
}

/** Runs a statement for the one row it always gives. */
export function* oneRow<Row>(statement: BoundStatement): Steps<Row> {
  const [row] = yield* rowsOf<Row>(statement);
  if (row === undefined) throw new Error("A statement that always gives a row gave none");
  return row;
}

/** Runs statements that always give one row each, at once. */
export function* oneRowEach<Row>(statements: readonly BoundStatement[]): Steps<readonly Row[]> {
  const answers = yield statements;
  return answers.map(([row]) => row as Row);
}

import type { IndexValue } from "../index-value.js";
import type { ListPage } from "../store.js";
import type { BoundStatement } from "./bound-statement.js";

/**
 * The statements of a list in one snapshot. A generator yields statements and is resumed with their rows, which decide what comes next. Each
 * engine runs it in its own way, synchronously or not.
 */
export type Steps<Answer> = Generator<readonly BoundStatement[], Answer, readonly (readonly unknown[])[]>;

/** A row of a list: an object's bytes as the driver returns them, and the values of the sort keys. */
export interface ListRow<Data> {
  readonly data: Data;
  readonly [key: `k${number}`]: IndexValue | null;
}

/** The answer to a list of some items. */
export interface ListAnswer<Data> extends Omit<ListPage, "items"> {
  readonly items: readonly Data[];
}

/** The start of a list of many items, before the first is read. */
export interface StreamStart extends Omit<ListPage, "items" | "continue"> {
  /** Reads the items. */
  readonly rows: BoundStatement;
}

/** Runs a statement for its rows. Their type is what the statement selects, which the caller knows. */
export function* rowsOf<Row>(statement: BoundStatement): Steps<readonly Row[]> {
  const [rows = []] = yield [statement];
  return rows as readonly Row[];
}

/** Runs a statement that always returns one row. */
export function* oneRow<Row>(statement: BoundStatement): Steps<Row> {
  const [row] = yield* rowsOf<Row>(statement);
  if (row === undefined) throw new Error("A statement that always returns a row returned none");
  return row;
}

/** Runs several statements together, each of which always returns one row. */
export function* oneRowEach<Row>(statements: readonly BoundStatement[]): Steps<readonly Row[]> {
  const answers = yield statements;
  return answers.map(([row]) => row as Row);
}

import type { IndexValue } from "../index-value.js";
import type { ListPage } from "../store.js";
import type { ListInput } from "../sql/list-statement.js";
import type { Shape, SqlValue } from "../sql/sql.js";

/** A statement and its values. */
export interface BoundStatement {
  /** The same for every run of the same statement, which can be prepared by it. */
  readonly shape: Pick<Shape<never>, "sql" | "bytes">;
  readonly values: SqlValue[];
  /** Whether integers may be too large for a number. */
  readonly bigints: boolean;
  /** Whether each row is returned as its first column and not as an object: making twenty objects took a quarter of a page's time. */
  readonly plucked: boolean;
  /**
   * What happens if the rows have more bytes than may be held: `refuse` throws a `TooLargeError`, `cut` ends the statement early, but after at
   * least two rows. Absent if rows are small.
   */
  readonly large?: "refuse" | "cut" | undefined;
  /** The estimated cost, in rows of a walk (a third of a microsecond each); infinite if unknown. */
  readonly effort: number;
  /** Binds it to the values of another list. Present if the effort is an upper bound for all values. */
  readonly again?: (input: ListInput) => BoundStatement;
}

/** How a statement's rows are returned. */
export type StatementForm = Partial<Pick<BoundStatement, "bigints" | "plucked" | "large">>;

/** Binds a shape's values. */
export function boundStatement<Input>(
  shape: Shape<Input>,
  input: Input,
  { bigints = false, plucked = false, large }: StatementForm = {},
): BoundStatement {
  return { shape, values: shape.bind(input), bigints, plucked, large, effort: Infinity };
}

/** A statement with a known effort. */
export function withEffort(
  { shape, values, bigints, plucked, large, again }: BoundStatement,
  effort: number,
): BoundStatement {
  // Each property by itself: a spread takes twenty times as long, and each list has several.
  return again === undefined
    ? { shape, values, bigints, plucked, large, effort }
    : { shape, values, bigints, plucked, large, effort, again };
}

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

/** Objects that are too large to be held at once. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** A list that takes more effort or time than it may here. */
export class TooMuchError extends Error {
  override readonly name = "TooMuchError";
}

import type { IndexValue } from "../index-value.js";
import type { ListPage } from "../store.js";
import type { Selection } from "./selection.js";
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
   * least three rows. Absent if rows are small.
   */
  readonly large?: "refuse" | "cut" | undefined;
  /** The estimated cost, in rows of a walk (a third of a microsecond each); infinite if unknown. */
  readonly effort: number;
  /** Whether the same plan is the best for all values, so that PostgreSQL need not plan the statement at each run. */
  readonly isPlannedOnce: boolean;
  /** On SQLite, the limit of the statement's walk: see {@link SqlDialect.isSelected} and {@link SqlDialect.mayLook}. */
  readonly walk?: LimitedWalk | undefined;
}

/** A walk that is given up if it takes long. */
export interface LimitedWalk {
  /** Objects that it looks at, at most. It ends without rows then, or when what it has found so far shows that it would look at more. */
  readonly most: number;
  /** Rows that it looks for, if it counts those that it finds: see {@link SqlDialect.isFound}. */
  readonly wanted?: number;
  /** What each object is tested for, if not for the filters. */
  readonly selection?: Selection;
}

/** How a statement's rows are returned. */
export type StatementForm = Partial<Omit<BoundStatement, "shape" | "values">>;

/** Binds a shape's values. */
export function boundStatement<Input>(
  shape: Shape<Input>,
  input: Input,
  { bigints = false, plucked = false, large, effort = Infinity, isPlannedOnce = false, walk }: StatementForm = {},
): BoundStatement {
  return { shape, values: shape.bind(input), bigints, plucked, large, effort, isPlannedOnce, walk };
}

/** The rows of a statement. Where statements need no turn to a server, it is run when its rows are first asked for. */
export type Rows = () => readonly unknown[];

/**
 * The statements of a list in one snapshot. A generator yields statements and is resumed with their rows, which decide what comes next. It may
 * yield statements that it will perhaps not need: on PostgreSQL all of them are sent together, and on SQLite only those are run whose rows are
 * asked for.
 */
export type Steps<Answer> = Generator<readonly BoundStatement[], Answer, readonly Rows[]>;
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

/** The rows of a walk that was given up: see {@link LimitedWalk}. */
export const GIVEN_UP: readonly never[] = [];

/** Runs a statement for its rows. */
export function* rowsOf<Row>(statement: BoundStatement): Steps<readonly Row[]> {
  return readRows<Row>((yield [statement])[0]);
}

/** The rows of a statement. Their type is what the statement selects, which the caller knows. */
export function readRows<Row>(rows: Rows | undefined): readonly Row[] {
  return (rows?.() ?? []) as readonly Row[];
}

/** The row of a statement that always returns one. */
export function readRow<Row>(rows: Rows | undefined): Row {
  const [row] = readRows<Row>(rows);
  if (row === undefined) throw new Error("A statement that always returns a row returned none");
  return row;
}

/** Objects that are too large to be held at once. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** A list that would take more effort than it may here: it ended before the statement. */
export class TooMuchError extends Error {
  override readonly name = "TooMuchError";
}

/** A list that takes more time than it may here: it ended within a statement. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

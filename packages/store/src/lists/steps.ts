import type { ListPage } from "../store.js";
import type { IndexValue } from "../index-value.js";
import type { Selection } from "./selection.js";
import type { Query } from "../sql/sql.js";

/** A statement and its values. */
export interface BoundStatement extends Query {
  /** Whether integers may be too large for a number. */
  readonly bigints: boolean;
  /** Whether each row is returned as its first column and not as an object: making twenty objects took a quarter of a page's time. */
  readonly plucked: boolean;
  /** What each object is tested for: see `SqlDialect.isSelected`. */
  readonly selection?: Selection | undefined;
}

/** Statements of lists that are kept prepared, by their texts. Callers decide how long a statement is, so the texts are limited, not only their number. */
export const keptStatements = {
  max: 1000,
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_: unknown, text: string): number => text.length,
};

/** Statements that a list runs next. On PostgreSQL they are sent together: one round trip. */
export interface Step {
  readonly statements: readonly BoundStatement[];
  /**
   * Whether these and all that follow see one snapshot. PostgreSQL plans them with their values, and in a list's first attempt limits their
   * time; it plans other statements once, for all values.
   */
  readonly inSnapshot: boolean;
}

export type Rows = readonly unknown[];

/** A list, or a part of it: yields steps, and is resumed with the rows of each statement. */
export type Steps<Answer> = Generator<Step, Answer, readonly Rows[]>;

/** Runs a statement by itself and returns its rows. */
export function* alone(statement: BoundStatement): Steps<Rows> {
  const [rows = []] = yield { statements: [statement], inSnapshot: false };
  return rows;
}

/** Runs statements in the list's snapshot, which begins with the first of them. */
export function* inSnapshot(statements: readonly BoundStatement[]): Steps<readonly Rows[]> {
  return statements.length === 0 ? [] : yield { statements, inSnapshot: true };
}

/** The first row of a statement that always returns one. Its type is what the statement selects, which the caller knows. */
export function rowOf<Row>(rows: Rows | undefined): Row {
  const row = rows?.[0];
  if (row === undefined) throw new Error("A statement that always returns a row returned none");
  return row as Row;
}

/** A row of a list: an object's bytes as the driver returns them, null if they are large, and the values of the sort keys. */
export interface ListRow<Data> {
  readonly data: Data | null;
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

/** A page has an object that is too large to be held with others. */
export class LargeObjectError extends Error {
  override readonly name = "LargeObjectError";
}

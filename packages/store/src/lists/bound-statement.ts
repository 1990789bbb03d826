import type { ListInput } from "../sql/list-statement.js";
import type { Shape } from "../sql/shape.js";
import type { SqlValue } from "../sql/sql.js";

/** A statement and its values. */
export interface BoundStatement {
  /** The same object for every run of a statement, so that it can be the key of the prepared one. */
  readonly shape: { readonly sql: string };
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

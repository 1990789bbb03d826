import type { ListInput } from "../sql/list-statement.js";
import type { Shape, SqlValue } from "../sql/shape.js";

/** A statement and its values. */
export interface BoundStatement {
  /** The same for every run of the same statement, which can be prepared by it. */
  readonly shape: Pick<Shape<never>, "sql" | "bytes">;
  readonly values: SqlValue[];
  /** Whether integers may exceed what a number holds exactly. */
  readonly bigints: boolean;
  /** Whether each row is wanted as its first column and not as an object: making twenty of those took a quarter of a page's time. */
  readonly plucked: boolean;
  /**
   * What happens when the rows have more bytes than may be held: `refuse` throws a `TooLargeError`, `cut` ends the statement early, after two
   * rows at least. Absent where rows are small.
   */
  readonly large?: "refuse" | "cut" | undefined;
  /** About how many rows it looks at in a walk's terms, a third of a microsecond each; infinite if nobody knows. */
  readonly effort: number;
  /** Binds it to the values of another list, if it takes no more than its effort with any. */
  readonly again?: (input: ListInput) => BoundStatement;
}

/** How a statement's rows are wanted. */
export type StatementForm = Partial<Pick<BoundStatement, "bigints" | "plucked" | "large">>;

/** Binds a shape's values. */
export function boundStatement<Input>(
  shape: Shape<Input>,
  input: Input,
  { bigints = false, plucked = false, large }: StatementForm = {},
): BoundStatement {
  return { shape, values: shape.bind(input), bigints, plucked, large, effort: Infinity };
}

/** A statement of which it is known how much it takes. */
export function withEffort(
  { shape, values, bigints, plucked, large, again }: BoundStatement,
  effort: number,
): BoundStatement {
  // Each property by itself: a spread takes twenty times as long, and each list has several.
  return again === undefined
    ? { shape, values, bigints, plucked, large, effort }
    : { shape, values, bigints, plucked, large, effort, again };
}

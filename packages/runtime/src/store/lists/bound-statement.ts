import type { Shape, SqlValue } from "../sql/shape.js";

/** A statement and its values. */
export interface BoundStatement {
  /** The same for every run of the same statement, which can be prepared by it. */
  readonly shape: { readonly sql: string };
  readonly values: SqlValue[];
  /** Whether integers may exceed what a number holds exactly. */
  readonly bigints: boolean;
  /** Whether the rows are wanted as their first columns only, where the driver can do so. */
  readonly plucked: boolean;
  /** About how many rows it looks at in a walk's terms, a third of a microsecond each; infinite if nobody knows. */
  readonly effort: number;
}

/** Binds a shape's values. */
export function boundStatement<Input>(
  shape: Shape<Input>,
  input: Input,
  { bigints = false, plucked = false }: Partial<Pick<BoundStatement, "bigints" | "plucked">> = {},
): BoundStatement {
  return { shape, values: shape.bind(input), bigints, plucked, effort: Infinity };
}

/** A statement of which it is known how much it takes. */
export function withEffort(statement: BoundStatement, effort: number): BoundStatement {
  return { ...statement, effort };
}

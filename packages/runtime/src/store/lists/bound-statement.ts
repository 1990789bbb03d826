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
}

/** Binds a shape's values. */
export function boundStatement<Input>(
  shape: Shape<Input>,
  input: Input,
  { bigints = false, plucked = false }: Partial<Pick<BoundStatement, "bigints" | "plucked">> = {},
): BoundStatement {
  return { shape, values: shape.bind(input), bigints, plucked };
}

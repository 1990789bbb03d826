/** A schema as a snapshot keeps it: JSON, of whichever release. */
export type ShapeSchema = boolean | { readonly [keyword: string]: unknown };

/** What objects of a model may be, as far as the validator decides it. Kept with migrations, to compare the next release with. */
export interface ModelShape {
  readonly apiVersion: string;
  readonly kind: string;
  /** Schema of the object's `spec` and `status`. */
  readonly schema: ShapeSchema;
  /** Schemas that others refer to, by their `$ref`. */
  readonly types: Readonly<Record<string, ShapeSchema>>;
  /** Ids of the model's evolve steps, in order. */
  readonly steps: readonly string[];
}

/**
 * What is wrong:
 *
 * - `object`: its bytes cannot be read, or say something else than the columns beside them;
 * - `schema`: the object does not keep the schema or a rule that its model has now;
 * - `index`, `label`: a copy of a value is not what the object's bytes say;
 * - `reference`: the object refers to one that does not exist;
 * - `orphan`: copies of values belong to no object;
 * - `duplicate`: a unique value is there twice;
 * - `build`: an index is not built, or from another declaration than the plugin's;
 * - `revision`: the counter is behind the change log, so that a revision would be given twice, or revisions are missing from the log;
 * - `change`: what is kept of the change log does not lead to the objects that are there;
 * - `version`: the object cannot be converted to another version of its kind and back, or comes back as another;
 * - `unexamined`: a table holds objects of no model that is known;
 * - `damage`: the database's own check of its files fails.
 */
export type FindingCode =
  | "object"
  | "schema"
  | "index"
  | "label"
  | "reference"
  | "orphan"
  | "duplicate"
  | "build"
  | "revision"
  | "change"
  | "version"
  | "unexamined"
  | "damage";

/** One thing in which a store does not agree with itself or with its models. Values are printed as JSON. */
export interface Finding {
  readonly code: FindingCode;
  /** A sentence. */
  readonly message: string;
  /** `<plural>.<group>`. */
  readonly resource?: string;
  /** Name of the object. */
  readonly object?: string;
  /** Name of the index, or of the field. */
  readonly index?: string;
  /** JSON Pointer of the part of the object that breaks a rule. */
  readonly pointer?: string;
  /** What is there; absent where nothing is. */
  readonly stored?: string;
  /** What should be there by the object's bytes; absent where nothing should. */
  readonly expected?: string;
}

/** Prints a value of a database's for a person. */
export function printValue(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)) ?? "nothing";
}

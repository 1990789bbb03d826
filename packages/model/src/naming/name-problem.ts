/** Why a name is refused: JSON Schema's keyword where one says it, else the rule's own. */
export type NameKeyword = "minLength" | "maxLength" | "pattern" | "format" | "reserved";

/** One broken rule of a name. Has no path: the caller knows where the name is. */
export interface NameProblem {
  readonly keyword: NameKeyword;
  /** To put behind what the name belongs to: `must be at most 253 characters, not 300`, `prefix must not be empty`. */
  readonly message: string;
}

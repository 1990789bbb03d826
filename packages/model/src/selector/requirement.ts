/**
 * What a term asks of a key's values. `=` is `in` of one value and `!=` is `notIn` of one: they mean the same and are one thing.
 * A key may have several values (a multi-valued index) or none.
 */
export type Operator = "in" | "notIn" | "exists" | "absent" | ">" | ">=" | "<" | "<=" | "startsWith";

/**
 * One parsed term of a selector. `values` has any number of values for `in` and `notIn` (with none the one matches nothing, the other
 * everything), none for `exists` and `absent`, and exactly one for the rest. Values are strings as written until a plan has given them their index's type.
 */
export interface Requirement<Value = string> {
  /** A label's key, or an index's name. */
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly Value[];
}

/** Which selector a text is: fields know more operators than labels (HTTP API, Lists). */
export type SelectorDialect = "label" | "field";

/**
 * What a term asks of a key's values. `=` is `in` of one value and `!=` is `notIn` of one: they mean the same and are one thing.
 * A key may have several values (a multi-valued index) or none.
 */
export type Operator =
  | "in"
  | "notIn"
  | "exists"
  | "absent"
  | ">"
  | ">="
  | "<"
  | "<="
  | "startsWith"
  | "contains"
  | "among"
  | "notAmong";

/**
 * One parsed term of a selector. `values` has any number of values for `in` and `notIn` (with none the one matches nothing, the other
 * everything), none for `exists` and `absent`, and exactly one for the rest.
 * `among` and `notAmong` have what `of` selects in their place. Values are strings as written until a plan has given them their index's type.
 */
export interface Requirement<Value = string> {
  /** A label's key, or an index's name. */
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly Value[];
  /** For `among` and `notAmong`. */
  readonly of?: SelectedValues;
}

/** The values that objects of another type have in one of its indexes: `follows(spec.follower=ann).spec.followee`. */
export interface SelectedValues {
  /** The plural name, with a dot and the group behind it where that is not the one of the objects that are selected. */
  readonly resource: string;
  /** Which of its objects: none of the terms is on the values of objects of yet another type. */
  readonly terms: readonly SelectorTerm[];
  /** The index whose values are meant. */
  readonly key: string;
}

/** Alternatives, of which one must hold with all its requirements: `(a=1|b=2,c=3)`. There is at least one, and none is empty. */
export interface AnyOf<Value = string> {
  readonly anyOf: readonly (readonly Requirement<Value>[])[];
}

/** What a selector's terms are: all of them hold at once. Selectors on labels have no alternatives. */
export type SelectorTerm<Value = string> = Requirement<Value> | AnyOf<Value>;

/** Which selector a text is: fields know more operators than labels (HTTP API, Lists). */
export type SelectorDialect = "label" | "field";

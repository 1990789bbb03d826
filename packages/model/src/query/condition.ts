import type { RawSelector } from "./raw-selector.js";

/** What an index holds, as an object's JSON writes it; instants may also be given as a `Date`. */
export type IndexValue = string | number | boolean | Date;

/** An index as generated clients describe it. */
export interface IndexShape {
  readonly value: IndexValue;
  /** Whether an object may have several values: then lists cannot be sorted by it. */
  readonly multi: boolean;
}

/** Indexes by name. Spelled over its own keys, so that an interface will do as well as an object type. */
export type IndexShapes<Indexes> = { readonly [Name in keyof Indexes]: IndexShape };

/** Any indexes: of a type that nothing more is known of. */
export type AnyIndexes = Readonly<Record<string, IndexShape>>;

/** The indexes that every type has (spec 2.5). Labels have a selector of their own. */
export interface BuiltInIndexes {
  readonly "metadata.name": { readonly value: string; readonly multi: false };
  readonly "metadata.creationTimestamp": { readonly value: string | Date; readonly multi: false };
  readonly "metadata.deletionTimestamp": { readonly value: string | Date; readonly multi: false };
}

/** What can be asked of a label. Several members all hold at once. */
export interface LabelCondition {
  readonly eq?: string;
  /** Holds also where the label is absent. */
  readonly ne?: string;
  readonly in?: readonly string[];
  /** Holds also where the label is absent. */
  readonly notIn?: readonly string[];
  readonly exists?: boolean;
}

/** What can be asked of booleans. Several members all hold at once. Of several values one is enough, but for `ne`. */
export interface BooleanCondition {
  readonly eq?: boolean;
  /** Holds also where the field is absent. */
  readonly ne?: boolean;
  readonly exists?: boolean;
}

/** What can be asked of numbers and instants. Several members all hold at once. Of several values one is enough, but for `ne` and `notIn`. */
export interface OrderedCondition<Value> {
  readonly eq?: Value;
  /** Holds also where the field is absent. */
  readonly ne?: Value;
  readonly in?: readonly Value[];
  /** Holds also where the field is absent. */
  readonly notIn?: readonly Value[];
  readonly gt?: Bound<Value>;
  readonly gte?: Bound<Value>;
  readonly lt?: Bound<Value>;
  readonly lte?: Bound<Value>;
  readonly exists?: boolean;
}

/** What can be asked of strings: as of numbers, and how they begin. */
export interface TextCondition<Value> extends OrderedCondition<Value> {
  readonly startsWith?: string;
}

/** What can be asked of an index by the type of its values. */
export type FieldCondition<Value> = [Value] extends [boolean]
  ? BooleanCondition
  : [Extract<Value, string>] extends [never]
    ? OrderedCondition<Value>
    : Date extends Value
      ? OrderedCondition<Value>
      : TextCondition<Value>;

/** What values are compared with: any of their type, because a bound or a beginning of values need not be one of them. */
type Bound<Value> =
  | (Value extends string ? string : never)
  | (Value extends number ? number : never)
  | Exclude<Value, string | number>;

type AllIndexes<Indexes> = Omit<BuiltInIndexes, keyof Indexes> & Indexes;
type ValueOf<Shape> = Shape extends { readonly value: infer Value } ? Value : never;
type SingleValued<Indexes> = {
  [Name in keyof Indexes]: Indexes[Name] extends { readonly multi: true } ? never : Name;
}[keyof Indexes] &
  string;

/** Conditions by index: a value to equal, or operators. All hold at once. */
export type Where<Indexes> = {
  readonly [Name in keyof AllIndexes<Indexes>]?:
    | ValueOf<AllIndexes<Indexes>[Name]>
    | FieldCondition<ValueOf<AllIndexes<Indexes>[Name]>>;
};

/** Conditions by label key: a value to equal, or operators. All hold at once. */
export type WhereLabels = Readonly<Record<string, string | LabelCondition>>;

/** A single-valued index to sort by: ascending, or with a `-` before it descending. */
export type SortKey<Indexes> = SingleValued<AllIndexes<Indexes>> | `-${SingleValued<AllIndexes<Indexes>>}`;

/** Which objects are meant. All conditions hold at once; none means every object. */
export interface Selection<Indexes> {
  readonly where?: Where<Indexes> | RawSelector;
  readonly labels?: WhereLabels | RawSelector;
}

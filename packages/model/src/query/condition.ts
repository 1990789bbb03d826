import type { RawSelector } from "./raw-selector.js";
import type { Skip } from "./skip.js";

/** What an index holds, as an object's JSON writes it; instants may also be given as a `Date`. */
export type IndexValue = string | number | boolean | Date;

/** An index as generated clients describe it. */
export interface IndexShape {
  readonly value: IndexValue;
  /** Whether an object may have several values: then lists cannot be sorted by it. */
  readonly multi: boolean;
  /** Whether its texts are 64-bit integers, which can be added. */
  readonly int64?: true;
  /** Whether they are the words of a text. */
  readonly search?: true;
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
  readonly eq?: string | Skip;
  /** Holds also where the label is absent. */
  readonly ne?: string | Skip;
  readonly in?: readonly string[] | Skip;
  /** Holds also where the label is absent. */
  readonly notIn?: readonly string[] | Skip;
  readonly exists?: boolean | Skip;
}

/** The values that objects of another type have in an index, as `valuesOf` selects them. */
export interface ValuesOf<Value> {
  /** As a selector writes them. */
  readonly "~selects": string;
  /** Never there: what the values are. */
  readonly "~value"?: Value;
}

/** What can be asked of an index. Several members all hold at once. Of several values one is enough, but for `ne` and `notIn`. */
interface Operands<Value> {
  readonly eq?: Value;
  /** Holds also where the field is absent. */
  readonly ne?: Value;
  readonly in?: readonly Value[] | ValuesOf<Value>;
  /** Holds also where the field is absent. */
  readonly notIn?: readonly Value[] | ValuesOf<Value>;
  readonly gt?: Bound<Value>;
  readonly gte?: Bound<Value>;
  readonly lt?: Bound<Value>;
  readonly lte?: Bound<Value>;
  /** Of strings: how they begin. */
  readonly startsWith?: string;
  readonly exists?: boolean;
}

/** A condition with the operators of a name. A compile error prints them: it says what is allowed. */
export type Operators<Value, Name extends keyof Operands<Value>> = {
  readonly [Operator in Name]?: Operands<Value>[Operator] | Skip;
};

/** What can be asked of an index by the type of its values: booleans are equal or not, strings also have a beginning. */
export type FieldCondition<Value> = [Value] extends [boolean]
  ? Operators<boolean, "eq" | "ne" | "exists">
  : [Extract<Value, string>] extends [never]
    ? Operators<Value, "eq" | "ne" | "in" | "notIn" | "gt" | "gte" | "lt" | "lte" | "exists">
    : Date extends Value
      ? Operators<Value, "eq" | "ne" | "in" | "notIn" | "gt" | "gte" | "lt" | "lte" | "exists">
      : Operators<Value, "eq" | "ne" | "in" | "notIn" | "gt" | "gte" | "lt" | "lte" | "startsWith" | "exists">;

/** What values are compared with: any of their type, because a bound or a beginning of values need not be one of them. */
type Bound<Value> =
  | (Value extends string ? string : never)
  | (Value extends number ? number : never)
  | Exclude<Value, string | number>;

/** A model's own indexes, and those that every type has. */
export type AllIndexes<Indexes> = Omit<BuiltInIndexes, keyof Indexes> & Indexes;
export type ValueOf<Indexes, Name> = Name extends keyof Indexes
  ? Indexes[Name] extends { readonly value: infer Value }
    ? Value
    : never
  : never;

/** Those that lists can be sorted by. */
export type SingleValued<Indexes> = {
  [Name in keyof Indexes as Indexes[Name] extends { readonly multi: true } ? never : Name]: Indexes[Name];
};

/** Conditions by index: a value to equal, or operators. All hold at once; of the alternatives of `or`, one must. */
export type Where<Indexes> = Conditions<keyof AllIndexes<Indexes> & string, AllIndexes<Indexes>>;

/** Conditions on indexes by their names. An alias of its own, because a compile error prints its arguments: it says what is allowed. */
export type Conditions<Name extends string, Indexes> = EachOf<Name, Indexes> & AnyOfThem<Name, Indexes>;

type EachOf<Name extends string, Indexes> = {
  readonly [Index in Name]?:
    | ValueOf<Indexes, Index>
    | (FieldCondition<ValueOf<Indexes, Index>> & ListCondition<Indexes, Index>)
    | Skip
    // Where nothing is known of the names, `or` is among them.
    | (string extends Index ? readonly unknown[] : never);
};

/** What can be asked beside that of an index that may have several values of an object, and of one of words. */
type ListCondition<Indexes, Name> = Name extends keyof Indexes
  ? (Indexes[Name] extends { readonly multi: true }
      ? {
          /** The object has every one of these values. */
          readonly all?: readonly ValueOf<Indexes, Name>[] | Skip;
        }
      : unknown) &
      (Indexes[Name] extends { readonly search: true }
        ? {
            /** The text has all the words of this one; the last may be the beginning of a word. */
            readonly contains?: string | Skip;
          }
        : unknown)
  : unknown;

type AnyOfThem<Name extends string, Indexes> = {
  /** Alternatives: one of them must hold, with all its conditions. `skip` leaves one out. */
  readonly or?: readonly (EachOf<Name, Indexes> | Skip)[] | Skip;
};

/** Conditions by label key: a value to equal, or operators. All hold at once. */
export type WhereLabels = Readonly<Record<string, string | LabelCondition | Skip>>;

/** A single-valued index to sort by: ascending, or with a `-` before it descending. */
export type SortKey<Indexes> = Ordered<keyof SingleValued<AllIndexes<Indexes>> & string>;

/** A name, or one with a `-` before it. An alias of its own for the same reason. */
export type Ordered<Name extends string> = Name | `-${Name}`;

/** Which objects are meant. All conditions hold at once; none means every object. */
export interface Selection<Indexes> {
  // As `Where`, spelled out: the template makes a compile error print the names, and not `keyof`.
  // oxlint-disable-next-line typescript/no-unnecessary-template-expression
  readonly where?: Conditions<`${keyof AllIndexes<Indexes> & string}`, AllIndexes<Indexes>> | RawSelector;
  readonly labels?: WhereLabels | RawSelector;
}

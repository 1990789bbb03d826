import type { AllIndexes, Selection } from "../query/condition.js";
import type { Deleting } from "./list-options.js";
import type { ListMeta } from "../wire/resource-list.js";

type ValueIn<Shape> = Shape extends { readonly value: infer Value } ? Value : never;

/** Whether a value may be of a type: of `string | Date` it may be a `Date`. */
type May<Value, Wanted> = [Extract<Value, Wanted>] extends [never] ? false : true;

/** Indexes with one value, of which something holds. */
type Single<Indexes, Kind extends "any" | "number" | "instant" | "ordered"> = {
  [
    Name in keyof Indexes as Indexes[Name] extends { readonly multi: true }
      ? never
      : Is<Indexes[Name], ValueIn<Indexes[Name]>, Kind> extends true
        ? Name
        : never
  ]: Indexes[Name];
};

type Is<Index, Value, Kind> = Kind extends "number"
  ? Index extends { readonly int64: true }
    ? true
    : May<Value, number>
  : Kind extends "instant"
    ? May<Value, Date>
    : Kind extends "ordered"
      ? May<Value, string | number>
      : true;

/** Indexes whose values can be added: numbers, and 64-bit integers. */
export type NumericIndexes<Indexes> = Single<AllIndexes<Indexes>, "number">;

/** Indexes whose values have a smallest and a largest one: all with one value, but for booleans. */
export type OrderedIndexes<Indexes> = Single<AllIndexes<Indexes>, "ordered">;

/** Indexes with one value. */
export type SingleIndexes<Indexes> = Single<AllIndexes<Indexes>, "any">;

type Instant<Indexes> = keyof Single<AllIndexes<Indexes>, "instant"> & string;

/** What objects can be grouped by: an index, or the day or the month, in UTC, of one of instants. */
export type GroupName<Indexes> =
  | (keyof AllIndexes<Indexes> & string)
  | `day(${Instant<Indexes>})`
  | `month(${Instant<Indexes>})`;

/** Which indexes an aggregate names, by what is made of them. */
export interface Asked {
  readonly by: string;
  readonly sum: string;
  readonly min: string;
  readonly max: string;
  readonly avg: string;
  readonly distinct: string;
}

/** What is counted and added, of which objects, in which groups. */
export interface AggregateOptions<Indexes, Named extends Asked> extends Selection<Indexes>, Deleting {
  /**
   * Groups of objects with equal values; all are one group where it is left out. An object with several values counts in the group of each, and
   * one without a value in that of `null`. `day(…)` and `month(…)` group instants by the calendar of UTC.
   */
  readonly groupBy?: Named["by"] | readonly Named["by"][];
  /** Adds the values of numeric indexes. */
  readonly sum?: Named["sum"] | readonly Named["sum"][];
  /** The smallest values. */
  readonly min?: Named["min"] | readonly Named["min"][];
  /** The largest values. */
  readonly max?: Named["max"] | readonly Named["max"][];
  /** Averages of numeric indexes: of the objects that have a value. */
  readonly avg?: Named["avg"] | readonly Named["avg"][];
  /** Numbers of different values. */
  readonly distinct?: Named["distinct"] | readonly Named["distinct"][];
}

/** What JSON has of an index's values. */
type Held<Indexes, Name> = Name extends keyof AllIndexes<Indexes>
  ? Extract<ValueIn<AllIndexes<Indexes>[Name]>, string | number | boolean>
  : never;

/** Of 64-bit integers the sum is a text as well. */
type SumOf<Indexes, Name> = Name extends keyof AllIndexes<Indexes>
  ? AllIndexes<Indexes>[Name] extends { readonly int64: true }
    ? string
    : number | (May<ValueIn<AllIndexes<Indexes>[Name]>, string> extends true ? string : never)
  : never;

type Computed<Member extends string, Names, Values> = [Names] extends [never]
  ? {}
  : { readonly [Name in Member]: Values };

/** A group of objects, and what was asked of it. */
export type AggregateGroup<Indexes, Named extends Asked> = {
  /** The values that the group's objects have in common, by the names given as `groupBy`; days and months as `2030-01-31` and `2030-01`. */
  readonly by: {
    readonly [Name in Named["by"]]:
      | (Name extends `${"day" | "month"}(${string})` ? string : Held<Indexes, Name>)
      | null;
  };
  /** How many objects it has. */
  readonly count: number;
} & Computed<"sum", Named["sum"], { readonly [Name in Named["sum"]]: SumOf<Indexes, Name> | null }> &
  Computed<"min", Named["min"], { readonly [Name in Named["min"]]: Exclude<Held<Indexes, Name>, boolean> | null }> &
  Computed<"max", Named["max"], { readonly [Name in Named["max"]]: Exclude<Held<Indexes, Name>, boolean> | null }> &
  Computed<"avg", Named["avg"], { readonly [Name in Named["avg"]]: number | null }> &
  Computed<"distinct", Named["distinct"], { readonly [Name in Named["distinct"]]: number }>;

/** Counts and sums as the service answers them. */
export interface AggregateResult<Group> {
  readonly apiVersion: string;
  /** `<Kind>Aggregate`. */
  readonly kind: string;
  readonly metadata: Pick<ListMeta, "resourceVersion">;
  /** In the order of the values that they are grouped by; those without a value first. */
  readonly groups: readonly Group[];
}

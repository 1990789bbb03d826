import type { IndexValue } from "./index-value.js";
import type { AllOf, FieldColumn, ObjectColumn } from "./list-plan.js";
import type { LogPosition } from "./log-position.js";

/** What objects are grouped by: the values of an index, or the days or months that its instants are in, in UTC. */
export interface GroupKey {
  readonly field: FieldColumn;
  readonly by: "value" | "day" | "month";
  /** Of an index with several values: the only ones that have a group. What has none of them is in no group. */
  readonly among?: readonly IndexValue[];
}

/** What is computed of the values that the objects of a group have in a column. */
export interface Measure {
  readonly of: "sum" | "min" | "max" | "avg" | "distinct";
  readonly field: ObjectColumn;
}

/** A validated request for counts and sums. Plain data. */
export interface AggregatePlan extends AllOf {
  /** Without any, all objects are one group. */
  readonly groups: readonly GroupKey[];
  readonly measures: readonly Measure[];
  /** Most groups that are answered. */
  readonly limit: number;
}

/** A group of objects. */
export interface AggregateRow {
  /** One for each key of the plan; `null` for objects without a value. Days and months are numbered from the first of 1970. */
  readonly keys: readonly (IndexValue | null)[];
  readonly count: number;
  /**
   * One for each measure of the plan; `null` where no object of the group has a value. Sums of whole numbers are exact: a bigint where a number
   * is not. Averages are numbers.
   */
  readonly values: readonly (IndexValue | null)[];
}

/** Groups in the order of their keys, absent values first, and the position of the change log at which they were read. */
export interface AggregateResult extends LogPosition {
  readonly rows: readonly AggregateRow[];
  /** Whether there are more groups than the plan's limit. Then the rows are any of them. */
  readonly hasMore: boolean;
}

/** The values of a group have a sum that no floating-point number can hold. */
export class SumRangeError extends Error {
  override readonly name = "SumRangeError";
}

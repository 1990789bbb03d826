import type { FieldFilter, LabelFilter, ListPlan } from "../list-plan.js";
import type { IndexValueType } from "../index-value.js";
import type { SqlDialect } from "./dialect.js";
import { sql, type Fragment } from "./sql.js";

/** A filter's placeholders, one for each operand. */
export type Operands = readonly Fragment[];

/** A filter with its placeholders. */
export type BoundFilter =
  | { readonly on: "field"; readonly filter: FieldFilter; readonly operands: Operands }
  | { readonly on: "label"; readonly filter: LabelFilter; readonly operands: Operands };

/** A filter of a plan, and its place there. */
export type PlacedFilter =
  | { readonly on: "field"; readonly filter: FieldFilter; readonly place: number }
  | { readonly on: "label"; readonly filter: LabelFilter; readonly place: number };

/** All filters of a plan, those on fields first. */
export function filtersOf({ fields, labels }: Pick<ListPlan, "fields" | "labels">): readonly PlacedFilter[] {
  return [
    ...fields.map((filter, place) => ({ on: "field", filter, place }) as const),
    ...labels.map((filter, place) => ({ on: "label", filter, place }) as const),
  ];
}

/** What the names in a condition refer to. */
export interface ConditionScope {
  readonly dialect: SqlDialect;
  readonly labelTable: string;
  /** The `id` of the object that the condition is about. Its columns are in `o`. */
  readonly id: Fragment;
  /** Whether labels and values are looked up for each object. Default: as the database likes. */
  readonly perRow?: boolean;
}

/** Whether a filter selects objects that lack something. */
export function isNegative({ test }: Pick<FieldFilter, "test">): boolean {
  return test === "notIn" || test === "absent";
}

/** The column of the object's own row that a filter uses; `undefined` if it uses labels or a table of values. */
export function objectColumnOf(
  placed: Pick<PlacedFilter, "filter"> & { readonly on: PlacedFilter["on"] },
): string | undefined {
  const { filter } = placed;
  return "field" in filter && filter.field.in === "object" ? filter.field.column : undefined;
}

/** Whether the objects that a filter matches can be found by an index. Only the index of a column contains absent values. */
export function isDrivable(placed: PlacedFilter): boolean {
  return !isNegative(placed.filter) || (placed.filter.test === "absent" && objectColumnOf(placed) !== undefined);
}

/** The opposite of a negative filter; a positive filter as it is. */
export function positiveOf(placed: PlacedFilter): PlacedFilter {
  const { on, filter, place } = placed;
  if (filter.test !== "notIn" && filter.test !== "absent") return placed;
  const test = filter.test === "notIn" ? { ...filter, test: "in" as const } : { ...filter, test: "exists" as const };
  // Only the test differs: the filter is still on a field or on a label.
  return { on, place, filter: test } as PlacedFilter;
}

/** The condition of a filter on an object. */
export function conditionOf(bound: BoundFilter, scope: ConditionScope): Fragment {
  if (bound.on === "field" && bound.filter.field.in === "object") {
    return columnCondition(bound.filter, bound.operands, { column: bound.filter.field.column, dialect: scope.dialect });
  }
  const { name, holds } = copiesOf(bound, scope);
  const end = scope.perRow === true ? scope.dialect.perRow : sql``;
  const rows = sql`EXISTS (SELECT 1 FROM ${sql.id(name)} AS v WHERE v.object_id = ${scope.id} AND ${holds}${end})`;
  return isNegative(bound.filter) ? sql`NOT ${rows}` : rows;
}

/** The rows `v` of labels or values that a filter looks for; for a negative filter, those that must not exist. */
export function copiesOf(
  { on, filter, operands }: BoundFilter,
  { dialect, labelTable }: Pick<ConditionScope, "dialect" | "labelTable">,
): { readonly name: string; readonly holds: Fragment } {
  const value = sql.id("v", "value");
  if (on === "field") {
    if (filter.field.in === "object") throw new TypeError("A column has no table of values");
    const name = filter.field.table;
    return { name, holds: valueCondition(value, { test: valueTest(filter), operands, dialect }) };
  }
  const [key = sql`NULL`, ...values] = operands;
  const test = valueTest("values" in filter ? { ...filter, field: { type: "string" } } : filter);
  const isKey = sql`v.key = ${key}`;
  const holds =
    test.test === "exists" ? isKey : sql`${isKey} AND ${valueCondition(value, { test, operands: values, dialect })}`;
  return { name: labelTable, holds };
}

interface ObjectScope {
  readonly column: string;
  readonly dialect: SqlDialect;
}

function columnCondition(filter: FieldFilter, operands: Operands, { column: name, dialect }: ObjectScope): Fragment {
  const column = sql.id("o", name);
  if (filter.test === "absent") return sql`${column} IS NULL`;
  const holds = valueCondition(column, { test: valueTest(filter), operands, dialect });
  if (filter.test !== "notIn") return holds;
  const [value] = operands;
  const one = filter.values.length === 1 && value !== undefined;
  return one ? dialect.isOther(column, value) : sql`(NOT (${holds}) OR ${column} IS NULL)`;
}

/** A test of a value. It fails if there is no value. */
type ValueTest =
  | { readonly test: "in"; readonly count: "one" | "many"; readonly type: IndexValueType }
  | { readonly test: ">" | ">=" | "<" | "<=" | "startsWith" | "exists" };

type TestedFilter =
  | {
      readonly test: "in" | "notIn";
      readonly field: { readonly type: IndexValueType };
      readonly values: readonly unknown[];
    }
  | { readonly test: "exists" | "absent" | ">" | ">=" | "<" | "<=" | "startsWith" };

/** The test of a filter; of a negative filter the test that it negates. */
function valueTest(filter: TestedFilter): ValueTest {
  switch (filter.test) {
    case "in":
    case "notIn":
      return { test: "in", count: filter.values.length === 1 ? "one" : "many", type: filter.field.type };
    case "exists":
    case "absent":
      return { test: "exists" };
    default:
      return { test: filter.test };
  }
}

interface ValueCondition {
  readonly test: ValueTest;
  readonly operands: Operands;
  readonly dialect: SqlDialect;
}

/** The condition on the value in `column`. */
function valueCondition(column: Fragment, { test, operands, dialect }: ValueCondition): Fragment {
  const [first = sql`NULL`, second] = operands;
  switch (test.test) {
    case "in":
      if (test.count === "one") return sql`${column} = ${first}`;
      return dialect.arrays
        ? sql`${column} = ANY (${dialect.list(first, test.type)})`
        : sql`${column} IN (${sql.join(operands)})`;
    case "startsWith":
      return second === undefined ? sql`${column} >= ${first}` : sql`(${column} >= ${first} AND ${column} < ${second})`;
    case "exists":
      return sql`${column} IS NOT NULL`;
    default:
      return sql`${column} ${sql.raw(test.test)} ${first}`;
  }
}

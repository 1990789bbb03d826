import { sql } from "kysely";
import type { FieldFilter, LabelFilter } from "../../list/list-plan.js";
import type { IndexValueType } from "../../model/model-descriptor.js";
import type { SqlDialect } from "./dialect.js";
import type { Fragment } from "./shape.js";

/** A filter's placeholders, one an operand. */
export type Operands = readonly Fragment[];

export interface LabelContext {
  readonly dialect: SqlDialect;
  readonly labelTable: string;
}

/** A test that holds of a value, or does not; where there is no value it does not. */
export type ValueTest =
  | { readonly test: "in"; readonly count: "one" | "many"; readonly type: IndexValueType }
  | { readonly test: ">" | ">=" | "<" | "<=" | "startsWith" }
  | { readonly test: "exists" };

/** What must hold of the object `o` for a term on a field. */
export function fieldCondition(filter: FieldFilter, operands: Operands, dialect: SqlDialect): Fragment {
  const { field } = filter;
  const holds = (column: Fragment): Fragment => valueCondition(column, { test: valueTest(filter), operands, dialect });
  if (field.in === "values") {
    return someRow({ table: field.table, holds: holds(sql.ref("v.value")), not: isNegative(filter) });
  }
  const column = sql.ref(`o.${field.column}`);
  return isNegative(filter) ? notOf(column, holds(column), { filter, operands, dialect }) : holds(column);
}

/** What must hold of the object `o` for a term on a label. The first operand is the key. */
export function labelCondition(filter: LabelFilter, [key, ...operands]: Operands, context: LabelContext): Fragment {
  const test = valueTest("values" in filter ? { ...filter, field: { type: "string" } } : filter);
  const value = valueCondition(sql.ref("v.value"), { test, operands, dialect: context.dialect });
  const isKey = sql`${sql.ref("v.key")} = ${key}`;
  const holds = test.test === "exists" ? isKey : sql`${isKey} AND ${value}`;
  return someRow({ table: context.labelTable, holds, not: isNegative(filter) });
}

/** Whether a filter asks for what its test does not hold of. */
export function isNegative({ test }: Pick<FieldFilter, "test">): boolean {
  return test === "notIn" || test === "absent";
}

type TestedFilter =
  | {
      readonly test: "in" | "notIn";
      readonly field: { readonly type: IndexValueType };
      readonly values: readonly unknown[];
    }
  | { readonly test: "exists" | "absent" }
  | { readonly test: ">" | ">=" | "<" | "<=" | "startsWith" };

/** The test of a filter, or the one it negates. */
export function valueTest(filter: TestedFilter): ValueTest {
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

export interface ValueCondition {
  readonly test: ValueTest;
  readonly operands: Operands;
  readonly dialect: SqlDialect;
}

/** What must hold of the value in `column`. */
export function valueCondition(column: Fragment, { test, operands, dialect }: ValueCondition): Fragment {
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

interface Negated {
  readonly filter: FieldFilter;
  readonly operands: Operands;
  readonly dialect: SqlDialect;
}

/** The complement of `holds`, absent values included. */
function notOf(column: Fragment, holds: Fragment, { filter, operands, dialect }: Negated): Fragment {
  if (filter.test === "absent") return sql`${column} IS NULL`;
  const [value, ...others] = operands;
  const one = filter.test === "notIn" && filter.values.length === 1 && others.length === 0;
  return one && value !== undefined ? dialect.isOther(column, value) : sql`(NOT (${holds}) OR ${column} IS NULL)`;
}

interface SomeRow {
  readonly table: string;
  readonly holds: Fragment;
  readonly not: boolean;
}

function someRow({ table, holds, not }: SomeRow): Fragment {
  const rows = sql`EXISTS (SELECT 1 FROM ${sql.table(table)} AS v WHERE ${sql.ref("v.object_id")} = ${sql.ref("o.id")} AND ${holds})`;
  return not ? sql`NOT ${rows}` : rows;
}

import type { AllOf, AnyOf, FieldFilter, LabelFilter, SelectedValues } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { type Fragment, sql, type SqlScalar, where } from "./sql.js";

/** A term of a list. */
export type Term = FieldFilter | LabelFilter;

export type ListFilter = Term | AnyOf;

/** All filters of a plan, or of an alternative: those on fields, then labels, then the alternatives. */
export function filtersOf({ fields, labels, any = [] }: AllOf): readonly ListFilter[] {
  return [...fields, ...labels, ...any];
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
export function isNegative({ test }: Pick<ListFilter, "test">): boolean {
  return test === "notIn" || test === "notAmong" || test === "absent";
}

/** The column of the object's own row that a filter uses; `undefined` if it uses labels or a table of values. */
export function objectColumnOf(filter: ListFilter): string | undefined {
  return "field" in filter && filter.field.in === "object" ? filter.field.column : undefined;
}

/** The columns of the object's own row that a filter uses. */
export function objectColumnsOf(filter: ListFilter): readonly string[] {
  if (filter.test === "any") return filter.of.flatMap((terms) => filtersOf(terms).flatMap(objectColumnsOf));
  const column = objectColumnOf(filter);
  return column === undefined ? [] : [column];
}

/** Whether a filter is a term that an index finds the objects of. Only the index of a column contains absent values. */
export function isDrivable(filter: ListFilter): filter is Term {
  if (filter.test === "any") return false;
  return !isNegative(filter) || (filter.test === "absent" && objectColumnOf(filter) !== undefined);
}

/** The opposite of a negative term; a positive term as it is. */
export function positiveOf(filter: Term): Term {
  if (filter.test === "notIn") return { ...filter, test: "in" };
  if (filter.test === "notAmong") return { ...filter, test: "among" };
  return filter.test === "absent" ? { ...filter, test: "exists" } : filter;
}

/** The condition of a filter on an object. */
export function conditionOf(filter: ListFilter, scope: ConditionScope): Fragment {
  if (filter.test === "any") {
    const all = (terms: AllOf): Fragment =>
      sql`(${sql.join(
        filtersOf(terms).map((each) => conditionOf(each, scope)),
        sql` AND `,
      )})`;
    return sql`(${sql.join(filter.of.map(all), sql` OR `)})`;
  }
  if ("field" in filter && filter.field.in === "object")
    return columnCondition(filter, sql.id("o", filter.field.column), scope.dialect);
  const { name, holds } = valueRowsOf(filter, scope);
  const end = scope.perRow === true ? scope.dialect.perRow : sql``;
  const rows = sql`EXISTS (SELECT 1 FROM ${sql.table(name)} AS v WHERE v.object_id = ${scope.id} AND ${holds}${end})`;
  return isNegative(filter) ? sql`NOT ${rows}` : rows;
}

/** The rows `v` of labels or values that a filter looks for; for a negative filter, those that must not exist. */
export function valueRowsOf(
  filter: Term,
  { dialect, labelTable }: Pick<ConditionScope, "dialect" | "labelTable">,
): { readonly name: string; readonly holds: Fragment } {
  const value = sql.id("v", "value");
  if ("field" in filter) {
    if (filter.field.in === "object") throw new TypeError("A column has no table of values");
    return { name: filter.field.table, holds: valueCondition(filter, value, dialect) };
  }
  const isKey = sql`v.key = ${sql.value(filter.key)}`;
  const isAnyValue = filter.test === "exists" || filter.test === "absent";
  return { name: labelTable, holds: isAnyValue ? isKey : sql`${isKey} AND ${valueCondition(filter, value, dialect)}` };
}

function columnCondition(filter: FieldFilter, column: Fragment, dialect: SqlDialect): Fragment {
  if (filter.test === "absent") return sql`${column} IS NULL`;
  const holds = valueCondition(filter, column, dialect);
  if (filter.test === "notAmong") return sql`(NOT (${holds}) OR ${column} IS NULL)`;
  if (filter.test !== "notIn") return holds;
  const [value, ...others] = filter.values;
  if (value === undefined || others.length > 0) return sql`(NOT (${holds}) OR ${column} IS NULL)`;
  return dialect.isOther(column, sql.value(dialect.encode(value)));
}

/** The condition of a filter on the value in `column`; of a negative filter the one that it negates. It fails if there is no value. */
export function valueCondition(filter: Term, column: Fragment, dialect: SqlDialect): Fragment {
  switch (filter.test) {
    case "in":
    case "notIn":
      return isOneOf(filter, column, dialect);
    case "among":
    case "notAmong":
      return sql`${column} IN (${valuesOf(filter.of, dialect)})`;
    case "exists":
    case "absent":
      return sql`${column} IS NOT NULL`;
    case "startsWith": {
      const isBehind = sql`${column} >= ${sql.value(filter.prefix)}`;
      const end = afterPrefix(filter.prefix);
      return end === undefined ? isBehind : sql`(${isBehind} AND ${column} < ${sql.value(end)})`;
    }
    default:
      return sql`${column} ${sql.raw(filter.test)} ${sql.value(dialect.encode(filter.value))}`;
  }
}

/** Selects values of other objects, each `o` as well: within the parentheses the name is theirs. No value is among values that are absent. */
function valuesOf({ table, labelTable, field, where: terms }: SelectedValues, dialect: SqlDialect): Fragment {
  const scope: ConditionScope = { dialect, labelTable, id: sql.id("o", "id") };
  const conditions = filtersOf(terms).map((filter) => conditionOf(filter, scope));
  if (field.in === "object") {
    const value = sql.id("o", field.column);
    return sql`SELECT ${value} FROM ${sql.table(table)} AS o${where([...conditions, sql`${value} IS NOT NULL`])}`;
  }
  const objects = sql`${sql.table(table)} AS o ${dialect.join} ${sql.table(field.table)} AS w ON w.object_id = o.id`;
  return sql`SELECT w.value FROM ${objects}${where(conditions)}`;
}

/** The resources on whose objects some terms depend beside those that they select. */
export function othersOf(terms: AllOf): readonly Pick<SelectedValues, "group" | "plural">[] {
  return filtersOf(terms).flatMap((filter) => {
    if (filter.test === "any") return filter.of.flatMap(othersOf);
    return filter.test === "among" || filter.test === "notAmong" ? [filter.of] : [];
  });
}

/** Without array parameters, lists are padded to the next power of two, so that there are few different statements. */
function isOneOf(filter: Extract<Term, { test: "in" | "notIn" }>, column: Fragment, dialect: SqlDialect): Fragment {
  const values: readonly SqlScalar[] = filter.values.map((value) => dialect.encode(value));
  if (values.length === 1) return sql`${column} = ${sql.value(values[0] ?? null)}`;
  const type = "field" in filter ? filter.field.type : "string";
  if (dialect.arrays) return sql`${column} = ANY (${dialect.list(sql.value(values), type)})`;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const padded = Array.from({ length }, (_, place) => values[Math.min(place, values.length - 1)] ?? null);
  return sql`${column} IN (${sql.join(padded.map((value) => sql.value(value)))})`;
}

const LAST_CODE_POINT = 0x10ffff;
const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;

/**
 * The smallest string, by code point, that is greater than every string that starts with `prefix`; `undefined` if there is no such string
 * (the prefix is empty or all U+10FFFF).
 */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1 === FIRST_SURROGATE ? AFTER_SURROGATES : last + 1;
  return String.fromCodePoint(...points, next);
}

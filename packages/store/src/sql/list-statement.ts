import type { FieldColumn, FieldFilter, LabelFilter, ListPlan } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { type BoundFilter, filtersOf, type PlacedFilter } from "./filter-condition.js";
import type { IndexCatalog } from "./index-catalog.js";
import type { SlotFor, SqlScalar, SqlValue } from "./sql.js";
import { creationOrder } from "./system-columns.js";

/** The resource whose objects a list reads, and its tables. */
export interface ListTables {
  readonly group: string;
  readonly plural: string;
  readonly table: string;
  readonly labelTable: string;
}

/** The values for a list statement's placeholders. */
export interface ListInput {
  readonly fields: readonly (readonly SqlValue[])[];
  readonly labels: readonly (readonly SqlValue[])[];
  /** The position of a keyset walk. */
  readonly after: readonly SqlValue[];
  /** Rows to return, at most. */
  readonly limit: number;
  /** Rows to skip first. */
  readonly offset: number;
  /** Ids of objects to look at. */
  readonly ids: readonly number[];
  /** Changes after this revision are wanted. */
  readonly since: number;
}

/** A list without its values: what all its statements share. */
export interface ListStatement {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly tables: ListTables;
  readonly plan: Pick<ListPlan, "fields" | "labels" | "sort">;
}

/** The column that the order begins with. Its index is walked. */
export function orderColumn({ sort }: Pick<ListPlan, "sort">): string {
  return sort[0]?.field.column ?? creationOrder.column;
}

/** The values that a list's filters bind. */
export function filterOperands(
  { fields, labels }: Pick<ListPlan, "fields" | "labels">,
  dialect: SqlDialect,
): Pick<ListInput, "fields" | "labels"> {
  return {
    fields: fields.map((filter) => operandsOf(filter, dialect)),
    labels: labels.map((filter) => operandsOf(filter, dialect)),
  };
}

/** Equal for lists that differ only in values. Names of tables, columns and tests contain no space. */
export function listKey(
  { table }: ListTables,
  plan: ListStatement["plan"],
  input: Pick<ListInput, "fields" | "labels">,
): string {
  let key = table;
  for (const { on, filter, place } of filtersOf(plan)) {
    const operands = input[on === "field" ? "fields" : "labels"][place]?.length ?? 0;
    const single = "values" in filter && filter.values.length === 1;
    key += ` ${filter.test} ${"field" in filter ? fieldKey(filter.field) : on} ${operands} ${single}`;
  }
  return key + orderKey(plan.sort);
}

export function orderKey(sort: ListPlan["sort"]): string {
  let key = "";
  for (const { field, descending } of sort) key += ` ${descending ? "desc" : "asc"} ${fieldKey(field)}`;
  return key;
}

/** Names a column or a table of values. */
export function fieldKey(field: FieldColumn): string {
  return `${field.in} ${field.in === "object" ? field.column : field.table} ${field.type}`;
}

/** A filter with placeholders for its values. */
export function bindFilter(
  { dialect }: Pick<ListStatement, "dialect">,
  placed: PlacedFilter,
  slot: SlotFor<ListInput>,
): BoundFilter {
  const { on, place, filter } = placed;
  const from = on === "field" ? "fields" : "labels";
  const operands = operandsOf(filter, dialect).map((_, operand) =>
    slot((input) => input[from][place]?.[operand] ?? null),
  );
  return { ...placed, operands };
}

/** The values bound to a filter's placeholders, in order. Their number is part of the statement's shape. */
function operandsOf(filter: FieldFilter | LabelFilter, dialect: SqlDialect): readonly SqlValue[] {
  return "key" in filter ? [filter.key, ...valuesOf(filter, dialect)] : valuesOf(filter, dialect);
}

function valuesOf(filter: FieldFilter | LabelFilter, dialect: SqlDialect): readonly SqlValue[] {
  switch (filter.test) {
    case "in":
    case "notIn":
      return listOperands(filter.values, dialect);
    case "exists":
    case "absent":
      return [];
    case "startsWith": {
      const end = afterPrefix(filter.prefix);
      return end === undefined ? [filter.prefix] : [filter.prefix, end];
    }
    default:
      return [dialect.encode(filter.value)];
  }
}

/** Without array parameters, lists are padded to the next power of two, so that there are few different statements. */
function listOperands(values: readonly SqlScalar[], dialect: SqlDialect): readonly SqlValue[] {
  const encoded = values.map((value) => dialect.encode(value));
  if (encoded.length <= 1) return encoded;
  if (dialect.arrays) return [encoded];
  const length = 2 ** Math.ceil(Math.log2(encoded.length));
  return Array.from({ length }, (_, place) => encoded[Math.min(place, encoded.length - 1)] ?? null);
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

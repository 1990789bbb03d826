import type { FieldColumn, ListPlan } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { filtersOf, type BoundFilter, type PlacedFilter } from "./filter-condition.js";
import type { IndexCatalog } from "./index-catalog.js";
import { operandsOf } from "./operands.js";
import type { SlotFor } from "./shape.js";
import type { SqlValue } from "./sql.js";

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
  /** Rows of the order to look at, at most. */
  readonly walk: number;
  /** Ids of objects to look at. */
  readonly ids: readonly number[];
}

/** A list without its values: what all its statements share. */
export interface ListStatement {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly tables: ListTables;
  readonly plan: Pick<ListPlan, "fields" | "labels" | "sort">;
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
  for (const { field, descending } of plan.sort) key += ` ${descending ? "desc" : "asc"} ${fieldKey(field)}`;
  return key;
}

function fieldKey(field: FieldColumn): string {
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

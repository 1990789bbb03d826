import { sql } from "kysely";
import type { FieldFilter, LabelFilter, ListPlan, SortKey } from "../../list/list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { fieldCondition, labelCondition, type Operands } from "./filter-condition.js";
import { segmentConditions, type KeysetSegment } from "./keyset.js";
import { operandsOf } from "./operands.js";
import { allOf, compileShape, type Fragment, type Shape, type SlotFor, type SqlValue } from "./shape.js";

/** The tables of a model that a list reads. */
export interface ListTables {
  readonly table: string;
  readonly labelTable: string;
}

/** What a list statement's placeholders are filled from. */
export interface ListInput {
  readonly fields: readonly (readonly SqlValue[])[];
  readonly labels: readonly (readonly SqlValue[])[];
  readonly after: readonly SqlValue[];
  readonly limit: number;
  readonly offset: number;
}

/** A statement of a list, without its values. */
export interface ListStatement {
  readonly dialect: SqlDialect;
  readonly tables: ListTables;
  readonly plan: Pick<ListPlan, "fields" | "labels" | "sort">;
}

/** Counts what the selectors match. */
export function countShape({ dialect, tables, plan }: ListStatement): Shape<ListInput> {
  return compileShape<ListInput>(dialect, (slot) => {
    const conditions = filterConditions({ dialect, tables, plan }, slot);
    return sql`SELECT count(*) AS total FROM ${sql.table(tables.table)} AS o WHERE ${allOf(conditions)}`;
  });
}

export interface RowsOptions {
  /** Only this stretch of the order. */
  readonly segment?: KeysetSegment;
  /** Whether a stretch of rows is wanted or all of them. */
  readonly limited: boolean;
  /** Whether each row also brings its sort keys' values, as `k0`, `k1`… */
  readonly keys: boolean;
}

/** Reads the bytes of what the selectors match, in order. */
export function rowsShape(statement: ListStatement, { segment, limited, keys }: RowsOptions): Shape<ListInput> {
  const { dialect, tables, plan } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const filters = filterConditions(statement, slot);
    const after = (key: number): Fragment => slot((input) => input.after[key] ?? null);
    const stretch = segment === undefined ? [] : segmentConditions(plan.sort, segment, after);
    const window = limited ? sql` LIMIT ${slot(({ limit }) => limit)} OFFSET ${slot(({ offset }) => offset)}` : sql``;
    return sql`SELECT ${dialect.data(sql.ref("o.data"))} AS data${keys ? keyColumns(plan.sort) : sql``}
 FROM ${sql.table(tables.table)} AS o WHERE ${allOf([...filters, ...stretch])}
 ORDER BY ${orderOf(plan.sort, dialect)}${window}`;
  });
}

/** What a list's filters bind. */
export function filterOperands(
  { fields, labels }: Pick<ListPlan, "fields" | "labels">,
  dialect: SqlDialect,
): Pick<ListInput, "fields" | "labels"> {
  return {
    fields: fields.map((filter) => operandsOf(filter, dialect)),
    labels: labels.map((filter) => operandsOf(filter, dialect)),
  };
}

/** Tells statements apart: lists with the same key differ in nothing but values. */
export function listKey(
  { table }: ListTables,
  plan: ListStatement["plan"],
  input: Pick<ListInput, "fields" | "labels">,
): string {
  const fields = plan.fields.map((filter, place) => [
    filter.test,
    filter.field,
    input.fields[place]?.length,
    isSingle(filter),
  ]);
  const labels = plan.labels.map((filter, place) => [filter.test, input.labels[place]?.length, isSingle(filter)]);
  return JSON.stringify([table, fields, labels, plan.sort]);
}

function isSingle(filter: FieldFilter | LabelFilter): boolean {
  return "values" in filter && filter.values.length === 1;
}

function filterConditions({ dialect, tables, plan }: ListStatement, slot: SlotFor<ListInput>): readonly Fragment[] {
  const input = filterOperands(plan, dialect);
  const slots = (from: "fields" | "labels", place: number): Operands =>
    (input[from][place] ?? []).map((_, operand) => slot((given) => given[from][place]?.[operand] ?? null));
  return [
    ...plan.fields.map((filter, place) => fieldCondition(filter, slots("fields", place), dialect)),
    ...plan.labels.map((filter, place) =>
      labelCondition(filter, slots("labels", place), { dialect, labelTable: tables.labelTable }),
    ),
  ];
}

function keyColumns(sort: readonly SortKey[]): Fragment {
  return sql.join(
    sort.map(({ field }, place) => sql`, ${sql.ref(`o.${field.column}`)} AS ${sql.id(`k${place}`)}`),
    sql``,
  );
}

function orderOf(sort: readonly SortKey[], dialect: SqlDialect): Fragment {
  return sql.join(
    sort.map(({ field, descending }) => sql`${sql.ref(`o.${field.column}`)} ${dialect.direction(descending)}`),
  );
}

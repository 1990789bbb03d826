import {
  type BoundFilter,
  conditionOf,
  copiesOf,
  filtersOf,
  objectColumnOf,
  type PlacedFilter,
} from "./filter-condition.js";
import type { SqlDialect } from "./dialect.js";
import { indexedBy } from "./index-catalog.js";
import type { ListPlan } from "../list-plan.js";
import { bindFilter, type ListInput, type ListStatement, type ListTables, orderColumn } from "./list-statement.js";
import { sortOrder, within } from "./row-order.js";
import type { RowsRequest } from "./rows-shape.js";
import { type Fragment, type SlotFor, sql, where } from "./sql.js";

/** Where the rows of a statement come from, and their conditions. */
export interface ListSource {
  readonly from: Fragment;
  readonly conditions: readonly Fragment[];
}

/** The objects `o` that all filters match; `column` names the index to walk. */
export function objectSource(statement: ListStatement, slot: SlotFor<ListInput>, column?: string): ListSource {
  const { catalog, tables } = statement;
  const index = column === undefined ? sql`` : indexedBy(catalog, tables.table, column);
  return {
    from: sql`${sql.id(tables.table)} AS o${index}`,
    conditions: filterConditions(statement, slot, { id: sql.id("o", "id") }),
  };
}

/** The objects `o` that the list selects, by the dialect's own test, along the order's index. */
export function selectedSource(statement: ListStatement, slot: SlotFor<ListInput>, hasPosition: boolean): ListSource {
  const { dialect, catalog, tables, plan } = statement;
  if (dialect.isSelected === undefined) throw new TypeError("Only SQLite can test for a selection");
  const index = indexedBy(catalog, tables.table, orderColumn(plan));
  const seek = seekConditions(statement, slot, hasPosition);
  return {
    from: sql`${sql.id(tables.table)} AS o${index}`,
    conditions: [...seek, dialect.isSelected(sql.id("o", "id"))],
  };
}

/**
 * The first objects `o` of the order, up to a number of them, that all filters match. The filters are tested for one object after another, so that
 * the objects stay in order.
 */
export function lookSource(request: RowsRequest, most: Fragment): ListSource {
  const { statement, slot, segments } = request;
  const { catalog, tables, plan, dialect } = statement;
  const columns = new Set(["id", ...(dialect.readsLate ? [] : ["data"])]);
  for (const placed of filtersOf(plan)) columns.add(objectColumnOf(placed) ?? "id");
  for (const { field } of plan.sort) columns.add(field.column);
  const selected = sql.join([...columns].map((column) => sql.id("o", column)));
  const from = sql`${sql.id(tables.table)} AS o${indexedBy(catalog, tables.table, orderColumn(plan))}`;
  const seek = [...within(request), ...seekConditions(statement, slot, segments.length > 0)];
  const rows = sql`SELECT ${selected} FROM ${from}${where(seek)} ORDER BY ${sortOrder(request)} LIMIT ${most}`;
  return {
    from: sql`(${rows}) AS o`,
    conditions: filterConditions(statement, slot, { id: sql.id("o", "id"), perRow: true }),
  };
}

/** The objects `o` with the input's ids. */
export function idSource({ dialect, tables }: ListStatement, slot: SlotFor<ListInput>): ListSource {
  return { from: dialect.rowsById(inputIds(dialect, slot), sql.id(tables.table)), conditions: [] };
}

/** The objects `o` that all filters match, of those with the input's ids and those that changed since these were read. */
export function recentSource(statement: ListStatement, slot: SlotFor<ListInput>): ListSource {
  const { dialect, tables } = statement;
  const ids = inputIds(dialect, slot);
  const since = slot((input) => input.since);
  const changed = sql`SELECT c.object_id FROM cmgen_changes AS c WHERE c.revision > ${since} AND ${ofResource(tables)}`;
  return {
    from: dialect.rowsById(sql`${ids} || ARRAY(${changed})`, sql.id(tables.table)),
    // With joins PostgreSQL might read each object once for each row of a label: it does not know how few there are.
    conditions: filterConditions(statement, slot, { id: sql.id("o", "id"), perRow: true }),
  };
}

function inputIds(dialect: SqlDialect, slot: SlotFor<ListInput>): Fragment {
  const ids = slot((input) => dialect.encodeIds(input.ids));
  return dialect.arrays ? dialect.list(ids, "int64") : ids;
}

/**
 * Selects a row if filters match the object of the change `c`. The object is found by its key, and its labels by the object, whatever the
 * values: PostgreSQL does not know how few changes there are, and might join or read another index.
 */
export function changedObject(
  statement: ListStatement,
  filters: readonly PlacedFilter[],
  slot: SlotFor<ListInput>,
): Fragment {
  const { dialect, tables } = statement;
  const scope = { dialect, labelTable: tables.labelTable, id: sql.id("o", "id"), perRow: true };
  const conditions = filters.map((placed) => conditionOf(bindFilter(statement, placed, slot), scope));
  const object = sql`SELECT * FROM ${sql.id(tables.table)} AS o WHERE o.id = c.object_id${dialect.perRow}`;
  return sql`SELECT 1 FROM (${object}) AS o${where(conditions)}`;
}

/** Whether the change `c` is one of the list's resource. */
export function ofResource({ group, plural }: ListTables): Fragment {
  return sql`c.${sql.id("group")} = ${sql.lit(group)} AND c.plural = ${sql.lit(plural)}`;
}

/**
 * The conditions on the objects `o` that tell where in the order's index they begin and end. A walk from a position begins there: SQLite would
 * begin at one of two conditions, perhaps at the wrong one.
 */
export function seekConditions(
  statement: ListStatement,
  slot: SlotFor<ListInput>,
  hasPosition: boolean,
): readonly Fragment[] {
  const { dialect, tables, plan } = statement;
  const scope = { dialect, labelTable: tables.labelTable, id: sql.id("o", "id") };
  const isPlaced = hasPosition && dialect.name === "sqlite";
  return filtersOf(plan)
    .filter((placed) => isPlace(placed, plan, isPlaced))
    .map((placed) => conditionOf(bindFilter(statement, placed, slot), scope));
}

/** Whether a filter tells where a walk begins or ends. */
function isPlace(placed: PlacedFilter, plan: Pick<ListPlan, "sort">, hasPosition: boolean): boolean {
  return isSought(placed, plan) && !(hasPosition && isBeginning(placed, plan));
}

/** Whether the objects that a filter matches lie together in the order. */
export function isSought(placed: PlacedFilter, plan: Pick<ListPlan, "sort">): boolean {
  const { filter } = placed;
  if (objectColumnOf(placed) !== orderColumn(plan) || filter.test === "notIn" || filter.test === "exists") return false;
  return filter.test !== "in" || filter.values.length === 1;
}

/** Whether a filter on the order's column excludes what the order begins with. */
export function isBeginning({ filter: { test } }: PlacedFilter, { sort }: Pick<ListPlan, "sort">): boolean {
  if (test === "startsWith") return true;
  return sort[0]?.descending === true ? test === "<" || test === "<=" : test === ">" || test === ">=";
}

/** The conditions of all filters on the object `o`, whose id is also `id`. `perRow` as in {@link ConditionScope}. */
export function filterConditions(
  statement: ListStatement,
  slot: SlotFor<ListInput>,
  { id, perRow = false }: { readonly id: Fragment; readonly perRow?: boolean },
): readonly Fragment[] {
  const { dialect, tables, plan } = statement;
  const scope = { dialect, labelTable: tables.labelTable, id, perRow };
  return filtersOf(plan).map((placed) => conditionOf(bindFilter(statement, placed, slot), scope));
}

/**
 * The objects that all filters match, found through the rows of one filter, the driver. They are `o`. The table of objects is left out if only
 * their number is wanted and no other filter needs it.
 */
export function drivenSource(
  statement: ListStatement,
  slot: SlotFor<ListInput>,
  { driver, rows }: { readonly driver: PlacedFilter; readonly rows: boolean },
): ListSource {
  const column = objectColumnOf(driver);
  if (column !== undefined) return objectSource(statement, slot, column);
  const { dialect, tables, plan } = statement;
  const rest = filtersOf(plan).filter(({ filter }) => filter !== driver.filter);
  const scope = { dialect, labelTable: tables.labelTable, id: sql.id("d", "id") };
  const conditions = rest.map((placed) => conditionOf(bindFilter(statement, placed, slot), scope));
  const driven = sql`(SELECT ${repeats(driver) ? sql`DISTINCT ` : sql``}v.object_id AS id FROM ${timedRows(statement, bindFilter(statement, driver, slot))}) AS d`;
  const needed = rows || rest.some((placed) => objectColumnOf(placed) !== undefined);
  if (!needed) return { from: driven, conditions };
  return { from: sql`${driven} ${dialect.join} ${sql.id(tables.table)} AS o ON o.id = d.id`, conditions };
}

/** The rows that one filter finds, with its condition: objects as `o`, or rows of labels or values as `v`. */
function driverRows(statement: ListStatement, bound: BoundFilter): Fragment {
  const { dialect, catalog, tables } = statement;
  const column = objectColumnOf(bound);
  if (column !== undefined) {
    const scope = { dialect, labelTable: tables.labelTable, id: sql.id("o", "id") };
    return sql`${sql.id(tables.table)} AS o${indexedBy(catalog, tables.table, column)} WHERE ${conditionOf(bound, scope)}`;
  }
  const { name, holds } = copiesOf(bound, { dialect, labelTable: tables.labelTable });
  const index = indexedBy(catalog, name, bound.on === "label" ? "key" : "value");
  return sql`${sql.id(name)} AS v${index} WHERE ${holds}`;
}

/** The same, for a statement with a time limit. */
export function timedRows(statement: ListStatement, bound: BoundFilter): Fragment {
  const id = objectColumnOf(bound) === undefined ? sql.id("v", "object_id") : sql.id("o", "id");
  return sql.join([driverRows(statement, bound), ...statement.dialect.inTime(id)], sql` AND `);
}

/** Whether the rows of a filter may contain an object twice. A label and a column have one value; other indexes may have several matching ones. */
export function repeats({ on, filter }: PlacedFilter): boolean {
  return on === "field" && filter.field.in !== "object" && !("values" in filter && filter.values.length === 1);
}

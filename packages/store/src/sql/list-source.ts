import {
  type BoundFilter,
  conditionOf,
  copiesOf,
  filtersOf,
  objectColumnOf,
  type PlacedFilter,
} from "./filter-condition.js";
import { indexedBy } from "./index-catalog.js";
import { bindFilter, type ListInput, type ListStatement } from "./list-statement.js";
import { type Fragment, type SlotFor, sql } from "./sql.js";

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
    conditions: filterConditions(statement, slot, sql.id("o", "id")),
  };
}

/** The objects `o` that the list selects, by the dialect's own test. */
export function selectedSource({ dialect, catalog, tables }: ListStatement, column: string): ListSource {
  if (dialect.isSelected === undefined) throw new TypeError("Only SQLite can test for a selection");
  return {
    from: sql`${sql.id(tables.table)} AS o${indexedBy(catalog, tables.table, column)}`,
    conditions: [dialect.isSelected(sql.id("o", "id"))],
  };
}

/** The conditions of all filters on the object `o`, whose id is also `id`. */
export function filterConditions(
  statement: ListStatement,
  slot: SlotFor<ListInput>,
  id: Fragment,
): readonly Fragment[] {
  const { dialect, tables, plan } = statement;
  const scope = { dialect, labelTable: tables.labelTable, id };
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
export function driverRows(statement: ListStatement, bound: BoundFilter): Fragment {
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

/** Whether the rows of a filter may contain an object twice. A label has one value; an index may have several matching ones. */
export function repeats({ on, filter }: PlacedFilter): boolean {
  return on === "field" && !("values" in filter && filter.values.length === 1);
}

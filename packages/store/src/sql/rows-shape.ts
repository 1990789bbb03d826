import type { SortKey } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { filtersOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { type KeysetSegment, segmentConditions } from "./keyset.js";
import { drivenSource, type ListSource, objectSource, recentSource, selectedSource } from "./list-source.js";
import { type ListInput, type ListStatement, orderColumn } from "./list-statement.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, where } from "./sql.js";
import { isAlwaysPresent, nameColumn } from "./system-columns.js";

/**
 * How all objects are found, which are then sorted:
 *
 * - `ids`: by the input's ids, which are those that the list selects; if they were read earlier, objects that changed since are looked at too;
 * - `filter`: through the rows of one filter, the driver;
 * - `filters`: as the database chooses, but not along the order.
 */
export type SortedAccess =
  | { readonly by: "ids"; readonly isOld?: boolean }
  | { readonly by: "filter"; readonly driver: PlacedFilter }
  | { readonly by: "filters" };

/**
 * How rows are found:
 *
 * - `walk`: along the sort order's index, skipping objects that the filters do not match;
 * - `selection`: along the sort order's index, skipping objects that the list does not select (only where the dialect can test that);
 * - `glance`: among a limited number of rows of the order; if those do not fill the window, then in another way;
 * - or sorted.
 */
export type Access =
  | { readonly by: "walk" | "selection" }
  | { readonly by: "glance"; readonly otherwise?: SortedAccess }
  | SortedAccess;

export interface RowsOptions {
  readonly access: Access;
  /** Only these segments of the order, one after another. */
  readonly segments: readonly KeysetSegment[];
  /**
   * Which rows are wanted: all; the first ones, by the input's `limit`; or later ones, by its `offset` too. An offset of 0 is left out, since
   * with one SQLite computes a whole subquery before it returns the first row.
   */
  readonly window: "all" | "first" | "later";
  /** Whether each row includes the values of its sort keys, as `k0`, `k1`… */
  readonly keys: boolean;
  /**
   * Whether many rows are skipped before these: then their bytes are read only after the rows are known, on either database.
   */
  readonly deep?: boolean;
  /** Whether each row includes the `revision`, so that one statement is enough. Only if rows are read together with what finds them. */
  readonly revision?: boolean;
  /**
   * Numbers that are written into the text, so that each makes its own statement. PostgreSQL plans a statement again at each run if the plan
   * may depend on a parameter.
   */
  readonly written?: Partial<Record<"limit" | "walk", number>>;
}

export interface RowsRequest extends RowsOptions {
  readonly statement: ListStatement;
  readonly slot: SlotFor<ListInput>;
}

/** Reads the bytes of what the filters match, in order; not by a glance. */
export function rowsShape(statement: ListStatement, options: RowsOptions): Shape<ListInput> {
  return compileShape<ListInput>(statement.dialect, (slot) => rowsFragment({ ...options, statement, slot }));
}

export function rowsFragment(request: RowsRequest): Fragment {
  const { dialect } = request.statement;
  if (dialect.readsLate) return lateRows(request);
  return request.deep === true ? deepRows(request) : orderedRows(request, objectBytes(dialect));
}

/**
 * Sorts and skips only ids and keys, and reads the bytes of the rows in the answer, so sorting large objects costs the same. The join keeps the
 * order of its left side: SQLite promises that for no join but does it for every nested loop, and `CROSS JOIN` forces one.
 */
function lateRows(request: RowsRequest): Fragment {
  const { tables, plan } = request.statement;
  const keys = request.keys ? keyNames(plan.sort, "w") : [];
  const found = orderedRows(request, sql`o.id`);
  const data = request.statement.dialect.listData(sql.id("r", "data"));
  return sql`SELECT ${sql.join([sql`${data} AS data`, ...keys])} FROM (${found}) AS w CROSS JOIN ${sql.id(tables.table)} AS r ON r.id = w.id`;
}

/**
 * The same for a database whose joins may lose the order: the few rows are sorted again. Without filters, the order's index contains everything
 * that is skipped, including the name, and no object is read.
 */
function deepRows(request: RowsRequest): Fragment {
  const { dialect, tables, plan } = request.statement;
  const by = filtersOf(plan).length === 0 ? nameColumn.column : "id";
  const found = orderedRows({ ...request, keys: true, revision: false }, sql.id("o", by));
  const keys = keyNames(plan.sort, "w");
  const answered = [
    sql`${dialect.listData(sql.id("r", "data"))} AS data`,
    ...revisionOf(request),
    ...(request.keys ? keys : []),
  ];
  const order = orderBy(plan.sort, dialect, keys);
  return sql`SELECT ${sql.join(answered)} FROM (${found}) AS w JOIN ${sql.id(tables.table)} AS r ON ${sql.id("r", by)} = ${sql.id("w", by)} ORDER BY ${order}`;
}

/**
 * The rows of all segments. Those that are walked are read one after another, and only until there are enough. What is sorted is found by one
 * condition.
 */
function orderedRows(request: RowsRequest, object: Fragment): Fragment {
  const { access, segments } = request;
  const isWalked = access.by === "walk" || access.by === "selection";
  if (!isWalked || segments.length < 2) return segmentRows(request, object);
  const parts = segments.map((segment) => segmentRows({ ...request, segments: [segment] }, object));
  return sql`${oneAfterAnother(parts)}${rowWindow(request)}`;
}

/** Both databases run the parts in this order, and none after there are as many rows as the limit says. */
export function oneAfterAnother(parts: readonly Fragment[]): Fragment {
  return sql.join(
    parts.map((part) => sql`SELECT * FROM (${part}) AS s`),
    sql` UNION ALL `,
  );
}

function segmentRows(request: RowsRequest, object: Fragment): Fragment {
  const { access, keys } = request;
  const { plan } = request.statement;
  const { from, conditions } = sourceOf(request);
  const timed = access.by === "selection" ? [] : timeOf(request, "o");
  const all = [...timed, ...within(request), ...conditions];
  const columns = keys ? keyColumns(plan.sort) : [];
  return sql`SELECT ${sql.join([object, ...revisionOf(request), ...columns])} FROM ${from}${where(all)} ORDER BY ${sortOrder(request)}${rowWindow(request)}`;
}

function sourceOf({ statement, slot, access, segments }: RowsRequest): ListSource {
  const { dialect, tables, plan } = statement;
  switch (access.by) {
    case "filter":
      return drivenSource(statement, slot, { driver: access.driver, rows: true });
    case "filters": {
      const { from, conditions } = objectSource(statement, slot);
      const columns = [...new Set(["id", ...plan.sort.map(({ field }) => field.column)])];
      // Without its own OFFSET the subquery would be merged with the rest, and could be found along the order.
      const found = sql`SELECT ${sql.join(columns.map((column) => sql.id("o", column)))} FROM ${from}${where(conditions)} OFFSET 0`;
      return { from: sql`(${found}) AS o`, conditions: [] };
    }
    case "ids": {
      if (access.isOld === true) return recentSource(statement, slot);
      const ids = dialect.idRows(slot((input) => dialect.encodeIds(input.ids)));
      return { from: sql`${ids} ${dialect.join} ${sql.id(tables.table)} AS o ON o.id = i.value`, conditions: [] };
    }
    case "selection":
      return selectedSource(statement, slot, segments.length > 0);
    default:
      return objectSource(statement, slot, orderColumn(plan));
  }
}

/** Checks the time from time to time. The objects `o` are not read if no filter needs them. */
export function timeOf({ statement }: RowsRequest, walked: string): readonly Fragment[] {
  const { dialect, plan } = statement;
  const readsObjects = filtersOf(plan).some((placed) => objectColumnOf(placed) !== undefined);
  return readsObjects ? dialect.inTime(sql.id("o", "id"), sql.id("o", "data")) : dialect.inTime(sql.id(walked, "id"));
}

/** The column that carries the value of a sort key. */
export function keyName(key: number): `k${number}` {
  return `k${key}`;
}

export function keyNames(sort: readonly SortKey[], alias: string): readonly Fragment[] {
  return sort.map((_, key) => sql.id(alias, keyName(key)));
}

export function keyColumns(sort: readonly SortKey[]): readonly Fragment[] {
  return sort.map(({ field }, key) => sql`${sql.id("o", field.column)} AS ${sql.id(keyName(key))}`);
}

export function objectBytes(dialect: SqlDialect): Fragment {
  return sql`${dialect.listData(sql.id("o", "data"))} AS data`;
}

export function revisionOf({ revision }: Pick<RowsRequest, "revision">): readonly Fragment[] {
  return revision === true ? [sql`(SELECT revision FROM cmgen_revision) AS revision`] : [];
}

export function rowWindow(request: RowsRequest): Fragment {
  const { window, statement } = request;
  if (window === "all") return statement.dialect.noLimit;
  const first = sql` LIMIT ${rowCount(request, "limit")}`;
  return window === "first" ? first : sql`${first} OFFSET ${rowCount(request, "offset")}`;
}

export function rowCount({ statement, slot, written = {} }: RowsRequest, count: "limit" | "offset" | "walk"): Fragment {
  const number = count === "offset" ? undefined : written[count];
  return number === undefined ? statement.dialect.rowCount(slot((input) => input[count])) : sql.lit(number);
}

/** The objects `o` that are in one of the segments. */
export function within({ statement, slot, segments }: RowsRequest): readonly Fragment[] {
  const columns = statement.plan.sort.map(({ field }) => sql.id("o", field.column));
  const [first = [], ...others] = segments.map((segment) =>
    segmentConditions(segment, columns, (key) => slot(({ after }) => after[key] ?? null)),
  );
  if (others.length === 0) return first;
  const any = [first, ...others].map((conditions) => sql`(${sql.join(conditions, sql` AND `)})`);
  return [sql`(${sql.join(any, sql` OR `)})`];
}

/** The order of the objects `o`. */
export function sortOrder({ statement: { plan, dialect } }: RowsRequest): Fragment {
  const columns = plan.sort.map(({ field }) => sql.id("o", field.column));
  return orderBy(plan.sort, dialect, columns);
}

export function orderBy(sort: readonly SortKey[], dialect: SqlDialect, columns: readonly Fragment[]): Fragment {
  return sql.join(
    sort.map(
      ({ field, descending }, key) =>
        sql`${columns[key] ?? sql`NULL`} ${dialect.direction(descending, isAlwaysPresent(field))}`,
    ),
  );
}

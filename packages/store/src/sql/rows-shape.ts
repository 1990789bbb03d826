import { positionText } from "./change-shapes.js";
import { changesText } from "./changes-text.js";
import type { SqlDialect } from "./dialect.js";
import { filtersOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import {
  drivenSource,
  glanceSource,
  idSource,
  isSought,
  type ListSource,
  objectSource,
  recentSource,
  selectedSource,
} from "./list-source.js";
import { type ListInput, type ListStatement, orderColumn } from "./list-statement.js";
import { keyColumns, keyName, keyNames, orderBy, rowWindow, sortOrder, within } from "./row-order.js";
import type { RowsOptions, RowsRequest } from "./rows-request.js";
import { compileShape, type Fragment, type Shape, sql, where } from "./sql.js";

/** Reads the bytes of what the filters match, in order. Where a glance is a limited subquery, not by that. */
export function rowsShape(statement: ListStatement, options: RowsOptions): Shape<ListInput> {
  return compileShape<ListInput>(statement.dialect, (slot) => {
    const request = { ...options, statement, slot };
    return withRevision(request, rowsFragment(request));
  });
}

/** The rows, behind the revision if it is wanted. Both databases run the parts in this order. */
export function withRevision(request: RowsRequest, rows: Fragment): Fragment {
  const { statement, slot, revision, keys, written } = request;
  if (revision === undefined) return rows;
  const noKeys = keys ? statement.plan.sort.map((_, key) => sql`NULL AS ${sql.id(keyName(key))}`) : [];
  const text = revision === "with changes" ? changesText(statement, slot, written?.changes) : positionText;
  return sql`SELECT ${sql.join([sql`${text} AS data`, ...noKeys])} FROM cmgen_revision UNION ALL SELECT * FROM (${rows}) AS p`;
}

export function rowsFragment(request: RowsRequest): Fragment {
  const { dialect } = request.statement;
  if (dialect.readsLate) return lateRows(request);
  return request.deep === true ? deepRows(request) : orderedRows(request, objectBytes(dialect));
}

/** Whether the rows are read along the order. */
function isWalked({ access: { by } }: RowsRequest): boolean {
  return by === "walk" || by === "selection" || by === "glance";
}

/**
 * Sorts and skips only ids and keys, and reads the bytes of the rows in the answer, so sorting large objects costs the same. Rows that are walked
 * are sorted as well, if the index of the order's first key does not have them in the order of the others. The join keeps the order of its left
 * side: SQLite promises that for no join but does it for every nested loop, and `CROSS JOIN` forces one.
 */
function lateRows(request: RowsRequest): Fragment {
  const { tables, plan } = request.statement;
  const keys = request.keys ? keyNames(plan.sort, "w") : [];
  const found = orderedRows(request, sql`o.id`);
  const data = request.statement.dialect.listData(sql.id("r", "data"));
  return sql`SELECT ${sql.join([sql`${data} AS data`, ...keys])} FROM (${found}) AS w CROSS JOIN ${sql.id(tables.table)} AS r ON r.id = w.id`;
}

/**
 * The same for a database whose joins may lose the order: the few rows are sorted again. Each is looked up by itself: a join that is planned
 * for a small table might read the whole of a large one. Without filters, or with filters on its column only, the order's index contains
 * everything that is skipped, and no object is read.
 */
function deepRows(request: RowsRequest): Fragment {
  const { dialect, tables, plan } = request.statement;
  const found = orderedRows({ ...request, keys: true }, sql.id("o", "id"));
  const keys = keyNames(plan.sort, "w");
  const answered = [sql`${dialect.listData(sql.id("r", "data"))} AS data`, ...(request.keys ? keys : [])];
  const order = orderBy(plan.sort, dialect, keys);
  const row = sql`SELECT data FROM ${sql.id(tables.table)} AS r WHERE r.id = w.id${dialect.perRow}`;
  return sql`SELECT ${sql.join(answered)} FROM (${found}) AS w CROSS JOIN LATERAL (${row}) AS r ORDER BY ${order}`;
}

/**
 * The rows of all segments. Those that are walked are read one after another, and only until there are enough. What is sorted is found by one
 * condition.
 */
function orderedRows(request: RowsRequest, object: Fragment): Fragment {
  const { segments } = request;
  if (!isWalked(request) || segments.length < 2) return segmentRows(request, object);
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
  const timed = access.by === "selection" ? [] : timeOf(request);
  const all = [...timed, ...within(request), ...conditions];
  const columns = keys ? keyColumns(plan.sort) : [];
  return sql`SELECT ${sql.join([object, ...columns])} FROM ${from}${where(all)} ORDER BY ${sortOrder(request)}${rowWindow(request)}`;
}

function sourceOf(request: RowsRequest): ListSource {
  const { statement, slot, access, segments } = request;
  const { plan } = statement;
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
    case "ids":
      return access.isOld === true ? recentSource(statement, slot) : idSource(statement, slot);
    case "selection":
      return selectedSource(statement, slot, segments.length > 0);
    case "glance":
      return glanceSource(statement, slot, segments.length > 0);
    default:
      return objectSource(statement, slot, orderColumn(plan));
  }
}

/**
 * Checks from time to time whether the statement may go on. The objects `o` are not read if no filter needs them: the index that is walked has the
 * order's column.
 */
function timeOf(request: RowsRequest): readonly Fragment[] {
  const { dialect, plan } = request.statement;
  const isRead = (placed: PlacedFilter): boolean =>
    objectColumnOf(placed) !== undefined && !(isWalked(request) && isSought(placed, plan));
  const isById = request.access.by === "ids";
  const row = [sql.id("o", "id"), ...(isById || filtersOf(plan).some(isRead) ? [sql.id("o", "data")] : [])] as const;
  return request.access.by === "glance" && dialect.mayLook !== undefined
    ? [dialect.mayLook(...row)]
    : dialect.inTime(...row);
}

export function objectBytes(dialect: SqlDialect): Fragment {
  return sql`${dialect.listData(sql.id("o", "data"))} AS data`;
}

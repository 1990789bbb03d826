import type { SortKey } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { filtersOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { indexedBy } from "./index-catalog.js";
import { type KeysetSegment, segmentConditions } from "./keyset.js";
import { drivenSource, filterConditions, type ListSource, objectSource, selectedSource } from "./list-source.js";
import type { ListInput, ListStatement } from "./list-statement.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, where } from "./sql.js";
import { isAlwaysPresent, nameColumn } from "./system-columns.js";

/**
 * How objects are found:
 *
 * - `walk`: along the sort order's index, skipping objects that the filters do not match;
 * - `glance`: the same, but only for a limited number of rows;
 * - `selection`: along the sort order's index, skipping objects that the list does not select (only where the dialect can test that);
 * - `ids`: the objects with the input's ids, which are those that the list selects; then sorted;
 * - `filter`: all objects that one filter, the driver, finds; then sorted.
 */
export type Access =
  | { readonly by: "walk" | "glance" | "selection" | "ids" }
  | { readonly by: "filter"; readonly driver: PlacedFilter };

export interface RowsOptions {
  readonly access: Access;
  /** Only this segment of the order. */
  readonly segment?: KeysetSegment;
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

interface RowsRequest extends RowsOptions {
  readonly statement: ListStatement;
  readonly slot: SlotFor<ListInput>;
}

/** Reads the bytes of what the filters match, in order. */
export function rowsShape(statement: ListStatement, options: RowsOptions): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const request = { ...options, statement, slot };
    if (options.access.by === "glance") return dialect.readsLate ? lateGlance(request) : glance(request);
    if (dialect.readsLate) return lateRows(request);
    return options.deep === true ? deepRows(request) : orderedRows(request, objectBytes(dialect));
  });
}

/**
 * Sorts and skips only ids and keys, and reads the bytes of the rows in the answer, so sorting large objects costs the same. The join keeps the
 * order of its left side: SQLite promises that for no join but does it for every nested loop, and `CROSS JOIN` forces one.
 */
function lateRows(request: RowsRequest): Fragment {
  const { tables, plan } = request.statement;
  const keys = request.keys ? plan.sort.map((_, key) => sql.id("w", keyName(key))) : [];
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
  const keys = plan.sort.map((_, key) => sql.id("w", keyName(key)));
  const answered = [
    sql`${dialect.listData(sql.id("r", "data"))} AS data`,
    ...revisionOf(request),
    ...(request.keys ? keys : []),
  ];
  const order = plan.sort.map(
    ({ field, descending }, key) =>
      sql`${sql.id("w", keyName(key))} ${dialect.direction(descending, isAlwaysPresent(field))}`,
  );
  return sql`SELECT ${sql.join(answered)} FROM (${found}) AS w JOIN ${sql.id(tables.table)} AS r ON ${sql.id("r", by)} = ${sql.id("w", by)} ORDER BY ${sql.join(order)}`;
}

function orderedRows(request: RowsRequest, object: Fragment): Fragment {
  const { statement, access, keys } = request;
  const { dialect, plan } = statement;
  const { from, conditions } = sourceOf(request);
  const timed = access.by === "selection" ? [] : timeOf(request, "o");
  const all = [...timed, ...stretch(request, "o"), ...conditions];
  const columns = keys ? keyColumns(plan.sort, "o") : [];
  return sql`SELECT ${sql.join([object, ...revisionOf(request), ...columns])} FROM ${from}${where(all)} ORDER BY ${orderOf(plan.sort, dialect, "o")}${rowWindow(request)}`;
}

function sourceOf({ statement, slot, access }: RowsRequest): ListSource {
  const { dialect, tables } = statement;
  switch (access.by) {
    case "filter":
      return drivenSource(statement, slot, { driver: access.driver, rows: true });
    case "ids": {
      const ids = dialect.idRows(slot((input) => dialect.encodeIds(input.ids)));
      return { from: sql`${ids} ${dialect.join} ${sql.id(tables.table)} AS o ON o.id = i.value`, conditions: [] };
    }
    case "selection":
      return selectedSource(statement, walkedColumn(statement));
    default:
      return objectSource(statement, slot, walkedColumn(statement));
  }
}

/**
 * Looks only at the first rows of the order. Filtering may lose their order, so they are sorted again: PostgreSQL may look up rows in the
 * labels, or labels in the rows.
 */
function glance(request: RowsRequest): Fragment {
  const { statement, slot, keys } = request;
  const { dialect, plan } = statement;
  const columns = new Set(filtersOf(plan).flatMap((placed) => objectColumnOf(placed) ?? []));
  for (const { field } of plan.sort) columns.add(field.column);
  const rows = firstRows(
    request,
    ["id", "data", ...columns].map((column) => sql.id("t", column)),
  );
  const answered = [objectBytes(dialect), ...revisionOf(request), ...(keys ? keyColumns(plan.sort, "o") : [])];
  const conditions = filterConditions(statement, slot, sql.id("o", "id"));
  return sql`SELECT ${sql.join(answered)} FROM (${rows}) AS o${where(conditions)} ORDER BY ${orderOf(plan.sort, dialect, "o")}${rowWindow(request)}`;
}

/** The same, but of rows that a label or a table of values excludes only the index is read. */
function lateGlance(request: RowsRequest): Fragment {
  const { statement, slot, keys } = request;
  const { tables, plan } = statement;
  const rows = firstRows(request, [sql`t.id`, ...(keys ? keyColumns(plan.sort, "t") : [])]);
  const answered = [
    objectBytes(statement.dialect),
    ...(keys ? plan.sort.map((_, key) => sql.id("w", keyName(key))) : []),
  ];
  const conditions = [...timeOf(request, "w"), ...filterConditions(statement, slot, sql.id("w", "id"))];
  return sql`SELECT ${sql.join(answered)} FROM (${rows}) AS w CROSS JOIN ${sql.id(tables.table)} AS o ON o.id = w.id${where(conditions)}${rowWindow(request)}`;
}

function firstRows(request: RowsRequest, columns: readonly Fragment[]): Fragment {
  const { dialect, catalog, tables, plan } = request.statement;
  const walked = indexedBy(catalog, tables.table, walkedColumn(request.statement));
  const conditions = where(stretch(request, "t"));
  const limit = rowCount(request, "walk");
  return sql`SELECT ${sql.join(columns)} FROM ${sql.id(tables.table)} AS t${walked}${conditions} ORDER BY ${orderOf(plan.sort, dialect, "t")} LIMIT ${limit}`;
}

/** Checks the time from time to time. The objects `o` are not read if no filter needs them. */
function timeOf({ statement }: RowsRequest, walked: string): readonly Fragment[] {
  const { dialect, plan } = statement;
  const readsObjects = filtersOf(plan).some((placed) => objectColumnOf(placed) !== undefined);
  return readsObjects ? dialect.inTime(sql.id("o", "id"), sql.id("o", "data")) : dialect.inTime(sql.id(walked, "id"));
}

/** The column that carries the value of a sort key. */
export function keyName(key: number): `k${number}` {
  return `k${key}`;
}

function keyColumns(sort: readonly SortKey[], alias: string): readonly Fragment[] {
  return sort.map(({ field }, key) => sql`${sql.id(alias, field.column)} AS ${sql.id(keyName(key))}`);
}

function objectBytes(dialect: SqlDialect): Fragment {
  return sql`${dialect.listData(sql.id("o", "data"))} AS data`;
}

function revisionOf({ revision }: RowsRequest): readonly Fragment[] {
  return revision === true ? [sql`(SELECT revision FROM cmgen_revision) AS revision`] : [];
}

function rowWindow(request: RowsRequest): Fragment {
  const { window, statement } = request;
  if (window === "all") return statement.dialect.noLimit;
  const first = sql` LIMIT ${rowCount(request, "limit")}`;
  return window === "first" ? first : sql`${first} OFFSET ${rowCount(request, "offset")}`;
}

function rowCount({ statement, slot, written = {} }: RowsRequest, count: "limit" | "offset" | "walk"): Fragment {
  const number = count === "offset" ? undefined : written[count];
  return number === undefined ? statement.dialect.rowCount(slot((input) => input[count])) : sql.lit(number);
}

function walkedColumn({ plan }: ListStatement): string {
  return plan.sort[0]?.field.column ?? nameColumn.column;
}

function stretch({ statement, slot, segment }: RowsRequest, alias: string): readonly Fragment[] {
  if (segment === undefined) return [];
  const columns = statement.plan.sort.map(({ field }) => sql.id(alias, field.column));
  return segmentConditions(segment, columns, (key) => slot(({ after }) => after[key] ?? null));
}

function orderOf(sort: readonly SortKey[], dialect: SqlDialect, alias: string): Fragment {
  return sql.join(
    sort.map(
      ({ field, descending }) =>
        sql`${sql.id(alias, field.column)} ${dialect.direction(descending, isAlwaysPresent(field))}`,
    ),
  );
}

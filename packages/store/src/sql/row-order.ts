import type { SortKey } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { segmentConditions } from "./keyset.js";
import type { RowsRequest } from "./rows-shape.js";
import { type Fragment, sql } from "./sql.js";
import { isAlwaysPresent } from "./system-columns.js";

/** The column that carries the value of a sort key. */
export function keyName(key: number): `k${number}` {
  return `k${key}`;
}

export function keyNames(sort: readonly SortKey[], alias: string): readonly Fragment[] {
  return sort.map((_, key) => sql.id(alias, keyName(key)));
}

/** `LIMIT` and `OFFSET` of the window. */
export function limitOf(request: RowsRequest): Fragment {
  const { window, statement } = request;
  if (window === "all") return statement.dialect.noLimit;
  const first = sql` LIMIT ${currentLimit(request)}`;
  return window === "first"
    ? first
    : sql`${first} OFFSET ${statement.dialect.rowCount(request.slot(({ offset }) => offset))}`;
}

/** The limit; on SQLite none of the rows are looked for if they would be thrown away, because something was written. */
function currentLimit(request: RowsRequest): Fragment {
  const { statement, slot, behind } = request;
  const limit = rowCount(request, request.limit);
  if (behind !== "changes" || statement.dialect.isRemote) return limit;
  return sql`CASE WHEN (SELECT revision FROM cmgen_revision) = ${slot(({ since }) => since)} THEN ${limit} ELSE 0 END`;
}

/** A number of rows: in the text if it is given, else the input's `limit`. */
export function rowCount({ statement, slot }: RowsRequest, written: number | undefined): Fragment {
  return written === undefined ? statement.dialect.rowCount(slot(({ limit }) => limit)) : sql.lit(written);
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

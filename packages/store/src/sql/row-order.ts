import type { SortKey } from "../list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { isAlwaysPresent, segmentConditions } from "./keyset.js";
import type { RowsRequest } from "./rows-shape.js";
import { type Fragment, sql } from "./sql.js";

/** The column that carries the value of a sort key. */
export function keyName(key: number): `k${number}` {
  return `k${key}`;
}

export function keyNames(sort: readonly SortKey[], alias: string): readonly Fragment[] {
  return sort.map((_, key) => sql.id(alias, keyName(key)));
}

/** `LIMIT` and `OFFSET` of the window. */
export function limitOf(request: RowsRequest): Fragment {
  const { limit, offset, statement } = request;
  if (limit === Infinity) return statement.dialect.noLimit;
  const first = sql` LIMIT ${currentLimit(request)}`;
  // With an offset of 0 SQLite would compute a whole subquery before it returns the first row.
  return offset === 0 ? first : sql`${first} OFFSET ${statement.dialect.rowCount(sql.value(offset))}`;
}

/** The limit; on SQLite none of the rows are looked for if they would be thrown away, because something was written. */
function currentLimit({ statement: { dialect }, slot, behind, limit, offset }: RowsRequest): Fragment {
  // PostgreSQL plans a statement with a limit that it does not know as if all rows were wanted.
  if (dialect.isRemote) return offset === 0 ? sql.lit(limit) : sql.value(limit);
  const rows = dialect.rowCount(sql.value(limit));
  if (behind !== "changes") return rows;
  return sql`CASE WHEN (SELECT revision FROM ${sql.table("cmgen_revision")}) = ${slot(({ since }) => since)} THEN ${rows} ELSE 0 END`;
}

/** The objects `o` that are in one of the segments. */
export function within({ statement: { plan, dialect }, segments, position }: RowsRequest): readonly Fragment[] {
  const columns = plan.sort.map(({ field }) => sql.id("o", field.column));
  const [first = [], ...others] = segments.map((segment) =>
    segmentConditions(segment, columns, (key) => sql.value(dialect.encode(position[key] ?? null))),
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

import { filtersOf, objectColumnOf } from "./filter-condition.js";
import { indexedBy } from "./index-catalog.js";
import { filterConditions, seekConditions } from "./list-source.js";
import { type ListInput, type ListStatement, orderColumn } from "./list-statement.js";
import { keyColumns, keyNames, orderBy, rowCount, rowWindow, sortOrder, within } from "./row-order.js";
import type { Access, RowsOptions, RowsRequest, SortedAccess } from "./rows-request.js";
import { objectBytes, oneAfterAnother, rowsFragment, withRevision } from "./rows-shape.js";
import { compileShape, type Fragment, type Shape, sql, where } from "./sql.js";

/** Reads the bytes of what the filters match among the first rows of the order, which a subquery is limited to. */
export function glanceShape(
  statement: ListStatement,
  options: RowsOptions & { readonly access: Extract<Access, { by: "glance" }> },
): Shape<ListInput> {
  const { otherwise } = options.access;
  return compileShape<ListInput>(statement.dialect, (slot) => {
    const request = { ...options, statement, slot };
    return withRevision(request, otherwise === undefined ? glance(request) : glanceOrElse(request, otherwise));
  });
}

/**
 * The filters are tested for one row after another, so the rows stay in order, and none is looked at after the window is full. PostgreSQL knows
 * that they need not be sorted.
 */
function glance(request: RowsRequest): Fragment {
  const { statement, slot, keys, segments } = request;
  const { dialect, plan } = statement;
  const columns = new Set(["id", "data", ...filtersOf(plan).flatMap((placed) => objectColumnOf(placed) ?? [])]);
  for (const { field } of plan.sort) columns.add(field.column);
  const rows = firstRows(
    request,
    [...columns].map((column) => sql.id("o", column)),
  );
  const answered = [objectBytes(dialect), ...(keys ? keyColumns(plan.sort) : [])];
  const conditions = filterConditions(statement, slot, { id: sql.id("o", "id"), perRow: true });
  // Of parts that come one after another it does not know: it would look at all of them and sort.
  const order = segments.length < 2 ? sql` ORDER BY ${sortOrder(request)}` : sql``;
  return sql`SELECT ${sql.join(answered)} FROM (${rows}) AS o${where(conditions)}${order}${rowWindow(request)}`;
}

/**
 * Looks at the first rows of the order, and only if they have fewer rows than the input's `wanted` finds all. PostgreSQL does not run a part whose
 * condition is about no row of it. In one statement, since two would be two turns to the server.
 */
function glanceOrElse(request: RowsRequest, access: SortedAccess): Fragment {
  const { statement, slot } = request;
  const { dialect, plan } = statement;
  const withKeys = { ...request, keys: true };
  const wanted = dialect.rowCount(slot((input) => input.wanted));
  const seen = sql`(SELECT count(*) FROM seen)`;
  const columns = [sql.id("w", "data"), ...(request.keys ? keyNames(plan.sort, "w") : [])];
  return sql`WITH seen AS MATERIALIZED (${glance(withKeys)})
 SELECT ${sql.join(columns)} FROM (SELECT * FROM seen WHERE ${seen} >= ${wanted} UNION ALL
 SELECT * FROM (${rowsFragment({ ...withKeys, access, deep: true })}) AS r WHERE ${seen} < ${wanted}) AS w
 ORDER BY ${orderBy(plan.sort, dialect, keyNames(plan.sort, "w"))}`;
}

function firstRows(request: RowsRequest, columns: readonly Fragment[]): Fragment {
  const { statement, slot, segments } = request;
  const { catalog, tables, plan } = statement;
  const index = indexedBy(catalog, tables.table, orderColumn(plan));
  const from = sql`${sql.id(tables.table)} AS o${index}`;
  const seek = seekConditions(statement, slot, segments.length > 0);
  const limit = rowCount(request, "walk");
  const partOf = (part: RowsRequest): Fragment =>
    sql`SELECT ${sql.join(columns)} FROM ${from}${where([...within(part), ...seek])} ORDER BY ${sortOrder(request)} LIMIT ${limit}`;
  if (segments.length < 2) return partOf(request);
  const parts = segments.map((segment) => partOf({ ...request, segments: [segment] }));
  return sql`${oneAfterAnother(parts)} LIMIT ${limit}`;
}

import type { KeysetPosition, SortKey } from "../list-plan.js";
import { positionText } from "./change-shapes.js";
import { changesText } from "./changes-text.js";
import type { KeysetSegment } from "./keyset.js";
import { idSource, type ListSource, lookSource, objectSource, recentSource, selectedSource } from "./list-source.js";
import { type ListRun, type ListStatement, orderColumn } from "./list-statement.js";
import { keyName, keyNames, limitOf, orderBy, sortOrder, within } from "./row-order.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, where } from "./sql.js";

/**
 * How rows are found:
 *
 * - `walk`: along the sort order's index, skipping objects that the filters do not match; PostgreSQL may choose another way;
 * - `look`: a walk that ends after a number of objects, and may therefore miss rows;
 * - `selection`: a walk that skips objects that the list does not select (only where the dialect can test that);
 * - `ids`: by the run's ids, which are those that the list selects; if they are old, objects that changed since are tested too.
 */
export type Access =
  | { readonly by: "walk" | "selection" }
  | { readonly by: "look"; readonly most: number }
  | { readonly by: "ids"; readonly isOld: boolean };

/** Which rows of an order are wanted. */
export interface RowWindow {
  /** Only these segments of the order, one after another; of the whole order, if there are none. */
  readonly segments: readonly KeysetSegment[];
  /** The position behind which the segments lie. */
  readonly position: KeysetPosition;
  /** Infinity for all. */
  readonly limit: number;
  readonly offset: number;
}

export interface RowsOptions extends RowWindow {
  readonly access: Access;
  /** Whether each row includes the values of its sort keys, as `k0`, `k1`… */
  readonly keys: boolean;
  /** Whether the bytes of rows are read only after it is known which rows those are. */
  readonly isDeep: boolean;
  /** The bytes of objects from this size on are not read: their `data` is null. */
  readonly largeBytes: number;
  /**
   * What the first row has in the place of an object, so that one statement is enough: the position, or the position and the changes since the
   * run's `since`, as {@link changesText} writes them.
   */
  readonly behind?: "position" | "changes" | undefined;
}

export interface RowsRequest extends RowsOptions {
  readonly statement: ListStatement;
  readonly slot: SlotFor<ListRun>;
}

/** Reads the bytes of what the filters match, in order. */
export function rowsShape(statement: ListStatement, options: RowsOptions): Shape<ListRun> {
  return compileShape<ListRun>(statement.dialect, (slot) => {
    const request = { ...options, statement, slot };
    const rows = statement.dialect.readsLate ? lateRows(request) : serversRows(request);
    return options.behind === undefined ? rows : behindFirstRow(request, rows);
  });
}

/** Both databases run the parts in this order. */
function behindFirstRow({ statement, slot, keys, behind }: RowsRequest, rows: Fragment): Fragment {
  const noKeys = keys ? statement.plan.sort.map((_, key) => sql`NULL AS ${sql.id(keyName(key))}`) : [];
  const text = behind === "changes" ? changesText(statement, slot) : positionText;
  return sql`SELECT ${sql.join([sql`${text} AS data`, ...noKeys])} FROM ${sql.table("cmgen_revision")} UNION ALL SELECT * FROM (${rows}) AS p`;
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
  return sql`SELECT ${sql.join([objectBytes(request, "r"), ...keys])} FROM (${found}) AS w CROSS JOIN ${sql.table(tables.table)} AS r ON r.id = w.id`;
}

/**
 * The same for a database whose joins may lose the order: the few rows are sorted again. Each is looked up by itself: a join that is planned
 * for a small table might read the whole of a large one. Without filters, or with filters on its column only, the order's index contains
 * everything that is skipped, and no object is read.
 */
function serversRows(request: RowsRequest): Fragment {
  if (!request.isDeep) return orderedRows(request, objectBytes(request, "o"));
  const { dialect, tables, plan } = request.statement;
  const found = orderedRows({ ...request, keys: true }, sql.id("o", "id"));
  const keys = keyNames(plan.sort, "w");
  const answered = [objectBytes(request, "r"), ...(request.keys ? keys : [])];
  const order = orderBy(plan.sort, dialect, keys);
  const row = sql`SELECT data FROM ${sql.table(tables.table)} AS r WHERE r.id = w.id${dialect.perRow}`;
  return sql`SELECT ${sql.join(answered)} FROM (${found}) AS w CROSS JOIN LATERAL (${row}) AS r ORDER BY ${order}`;
}

/** Neither database reads a large object to find out its size. */
function objectBytes({ statement, largeBytes }: RowsRequest, alias: string): Fragment {
  const column = sql.id(alias, "data");
  const data = statement.dialect.data(column);
  if (largeBytes === Infinity) return sql`${data} AS data`;
  return sql`CASE WHEN length(${column}) < ${sql.lit(largeBytes)} THEN ${data} END AS data`;
}

/**
 * The rows of all segments. Those that are walked are read one after another, and only until there are enough. What is sorted is found by one
 * condition, and a look goes through all of them as one.
 */
function orderedRows(request: RowsRequest, object: Fragment): Fragment {
  const { segments, access } = request;
  if (access.by === "ids" || access.by === "look" || segments.length < 2) return segmentRows(request, object);
  const parts = segments.map((segment) => segmentRows({ ...request, segments: [segment] }, object));
  // Both databases run the parts in this order, and none after there are as many rows as the limit says.
  return sql`${sql.join(
    parts.map((part) => sql`SELECT * FROM (${part}) AS s`),
    sql` UNION ALL `,
  )}${limitOf(request)}`;
}

function segmentRows(request: RowsRequest, object: Fragment): Fragment {
  const { keys, access, statement } = request;
  const { from, conditions } = sourceOf(request);
  const isLook = access.by === "look";
  // What tests for a selection looks at the clock itself.
  const time = access.by === "selection" ? [] : statement.dialect.inTime(sql.id("o", "id"));
  const all = [...time, ...(isLook ? [] : within(request)), ...conditions];
  const columns = keys ? keyColumns(statement.plan.sort) : [];
  // A look's objects are in order, but SQLite would sort them all before it returns one, and PostgreSQL those of several segments.
  const isSorted = isLook && (!statement.dialect.isRemote || request.segments.length > 1);
  const order = isSorted ? sql`` : sql` ORDER BY ${sortOrder(request)}`;
  return sql`SELECT ${sql.join([object, ...columns])} FROM ${from}${where(all)}${order}${limitOf(request)}`;
}

function keyColumns(sort: readonly SortKey[]): readonly Fragment[] {
  return sort.map(({ field }, key) => sql`${sql.id("o", field.column)} AS ${sql.id(keyName(key))}`);
}

function sourceOf(request: RowsRequest): ListSource {
  const { statement, slot, access, segments } = request;
  switch (access.by) {
    case "ids":
      return access.isOld ? recentSource(statement, slot) : idSource(statement, slot);
    case "selection":
      return selectedSource(statement, segments.length > 0);
    case "look":
      return lookSource(request, access.most);
    default:
      return objectSource(statement, orderColumn(statement.plan));
  }
}

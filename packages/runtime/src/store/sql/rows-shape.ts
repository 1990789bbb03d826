import { sql } from "kysely";
import type { SortKey } from "../../list/list-plan.js";
import type { SqlDialect } from "./dialect.js";
import { filtersOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { indexedBy } from "./index-catalog.js";
import { segmentConditions, type KeysetSegment } from "./keyset.js";
import { drivenSource, objectSource } from "./list-source.js";
import type { ListInput, ListStatement } from "./list-statement.js";
import { isAlwaysPresent, nameColumn } from "./system-columns.js";
import { compileShape, type Fragment, type Shape, type SlotFor, where } from "./shape.js";

/**
 * How objects are found:
 *
 * - `walk`: along the sort order's index, leaving out what the filters do not match;
 * - `glance`: the same, but after a number of rows it gives up;
 * - `filter`: all that one filter, the driver, finds, sorted.
 */
export type Access = { readonly by: "walk" | "glance" } | { readonly by: "filter"; readonly driver: PlacedFilter };

export interface RowsOptions {
  readonly access: Access;
  /** Only this stretch of the order. */
  readonly segment?: KeysetSegment;
  /** Whether some rows are wanted, by the input's `limit` and `offset`, or all. */
  readonly limited: boolean;
  /** Whether each row also brings the values of its sort keys, as `k0`, `k1`… */
  readonly keys: boolean;
}

/**
 * Reads the bytes of what the filters match, in order.
 *
 * Where the database reads bytes late, only ids and keys are sorted and skipped over: so sorting costs the same for large objects. The
 * join keeps the order of its left side, which SQLite promises for none but does for every nested loop, and `CROSS JOIN` is one.
 */
export function rowsShape(statement: ListStatement, options: RowsOptions): Shape<ListInput> {
  const { dialect, tables, plan } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const found = options.access.by === "glance" ? glance(statement, slot, options) : ordered(statement, slot, options);
    if (!dialect.readsLate) return found;
    const keys = options.keys ? plan.sort.map((_, key) => sql.ref(`w.${keyName(key)}`)) : [];
    return sql`SELECT ${sql.join([sql`r.data`, ...keys])} FROM (${found}) AS w CROSS JOIN ${sql.table(tables.table)} AS r ON r.id = w.id`;
  });
}

function ordered(
  statement: ListStatement,
  slot: SlotFor<ListInput>,
  { access, segment, limited }: RowsOptions,
): Fragment {
  const { dialect, plan } = statement;
  const { from, conditions } =
    access.by === "filter"
      ? drivenSource(statement, slot, { driver: access.driver, rows: true })
      : objectSource(statement, slot, walkedColumn(statement));
  const all = [...conditions, ...stretch(slot, { sort: plan.sort, segment, alias: "o" })];
  const window = limited
    ? sql` LIMIT ${slot(({ limit }) => limit)} OFFSET ${slot(({ offset }) => offset)}`
    : dialect.noLimit;
  return sql`SELECT ${answered(statement)} FROM ${from}${where(all)} ORDER BY ${orderOf(plan.sort, dialect, "o")}${window}`;
}

/** Looks at the first rows of the order only; what comes out keeps their order. */
function glance(statement: ListStatement, slot: SlotFor<ListInput>, { segment }: RowsOptions): Fragment {
  const { dialect, catalog, tables, plan } = statement;
  const columns = new Set(filtersOf(plan).flatMap((placed) => objectColumnOf(placed) ?? []));
  for (const { field } of plan.sort) columns.add(field.column);
  const seen = dialect.readsLate ? ["id", ...columns] : ["id", "data", ...columns];
  const walked = indexedBy(catalog, tables.table, walkedColumn(statement));
  const rows = sql`SELECT ${sql.join(seen.map((column) => sql.ref(`t.${column}`)))} FROM ${sql.table(tables.table)} AS t${walked}${where(stretch(slot, { sort: plan.sort, segment, alias: "t" }))} ORDER BY ${orderOf(plan.sort, dialect, "t")} LIMIT ${slot(({ walk }) => walk)}`;
  const { conditions } = objectSource(statement, slot);
  return sql`SELECT ${answered(statement)} FROM (${rows}) AS o${where(conditions)}
 LIMIT ${slot(({ limit }) => limit)} OFFSET ${slot(({ offset }) => offset)}`;
}

/** What is selected of the objects `o`. */
function answered({ dialect, plan }: ListStatement): Fragment {
  const keys = plan.sort.map(({ field }, key) => sql`${sql.ref(`o.${field.column}`)} AS ${sql.id(keyName(key))}`);
  return sql.join([dialect.readsLate ? sql`o.id` : sql`${dialect.data(sql.ref("o.data"))} AS data`, ...keys]);
}

/** The column that carries the value of a sort key. */
export function keyName(key: number): `k${number}` {
  return `k${key}`;
}

function walkedColumn({ plan }: ListStatement): string {
  return plan.sort[0]?.field.column ?? nameColumn.column;
}

interface Stretch {
  readonly sort: readonly SortKey[];
  readonly segment: KeysetSegment | undefined;
  readonly alias: string;
}

function stretch(slot: SlotFor<ListInput>, { sort, segment, alias }: Stretch): readonly Fragment[] {
  if (segment === undefined) return [];
  const value = (key: number): Fragment => slot(({ after }) => after[key] ?? null);
  return segmentConditions(
    segment,
    sort.map(({ field }) => sql.ref(`${alias}.${field.column}`)),
    value,
  );
}

function orderOf(sort: readonly SortKey[], dialect: SqlDialect, alias: string): Fragment {
  return sql.join(
    sort.map(
      ({ field, descending }) =>
        sql`${sql.ref(`${alias}.${field.column}`)} ${dialect.direction(descending, isAlwaysPresent(field))}`,
    ),
  );
}

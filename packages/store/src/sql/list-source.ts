import {
  conditionOf,
  filtersOf,
  isDrivable,
  type ListFilter,
  objectColumnOf,
  objectColumnsOf,
  type Term,
  valueRowsOf,
} from "./filter-condition.js";
import type { SqlDialect } from "./dialect.js";
import type { AllOf, ListPlan } from "../list-plan.js";
import { type IndexCatalog, type ListRun, type ListStatement, type ListTables, orderColumn } from "./list-statement.js";
import { sortOrder, within } from "./row-order.js";
import type { RowsRequest } from "./rows-shape.js";
import { type Fragment, type SlotFor, sql, where } from "./sql.js";

/** Where the rows of a statement come from, and their conditions. */
export interface ListSource {
  readonly from: Fragment;
  readonly conditions: readonly Fragment[];
}

const objectId = sql.id("o", "id");

/** The objects `o` that all filters match; `column` names the index to walk. */
export function objectSource(statement: ListStatement, column: string): ListSource {
  return { from: walked(statement, column), conditions: conditionsOf(statement, filtersOf(statement.plan)) };
}

/** The objects `o`, along the index of a column. */
function walked({ catalog, tables }: ListStatement, column: string): Fragment {
  return sql`${sql.table(tables.table)} AS o${indexedBy(catalog, tables.table, column)}`;
}

/** `INDEXED BY`: use this index or fail, whatever the statistics say. Empty if no index is known. */
function indexedBy(catalog: IndexCatalog, table: string, column: string): Fragment {
  const name = catalog.indexOf(table, column);
  return name === undefined ? sql`` : sql` INDEXED BY ${sql.id(name)}`;
}

/** The objects `o` that the list selects, by the dialect's own test, along the order's index. */
export function selectedSource(statement: ListStatement, hasPosition: boolean): ListSource {
  const { dialect, plan } = statement;
  if (dialect.isSelected === undefined) throw new TypeError("Only SQLite can test for a selection");
  const conditions = [...seekConditions(statement, hasPosition), dialect.isSelected(objectId)];
  return { from: walked(statement, orderColumn(plan)), conditions };
}

/**
 * The first objects `o` of the order, up to a number of them, that all filters match. The filters are tested for one object after another, so that
 * the objects stay in order. The number is that of all segments together: behind one that is not looked at to its end no row is the next.
 */
export function lookSource(request: RowsRequest, most: number): ListSource {
  const { statement, segments } = request;
  const filters = filtersOf(statement.plan);
  const parts = segments.map((segment) => lookedAt({ ...request, segments: [segment] }, most));
  const rows =
    parts.length < 2
      ? lookedAt(request, most)
      : sql`${sql.join(
          parts.map((part) => sql`SELECT * FROM (${part}) AS p`),
          sql` UNION ALL `,
        )} LIMIT ${sql.lit(most)}`;
  return { from: sql`(${rows}) AS o`, conditions: conditionsOf(statement, filters, { perRow: true }) };
}

/** The first objects of a segment, whether filters match them or not, with what the filters ask of them. */
function lookedAt(request: RowsRequest, most: number): Fragment {
  const { statement, segments } = request;
  const { plan, dialect } = statement;
  const filters = filtersOf(plan);
  const columns = new Set(["id", ...(dialect.readsLate ? [] : ["data"])]);
  for (const filter of filters) for (const column of objectColumnsOf(filter)) columns.add(column);
  for (const { field } of plan.sort) columns.add(field.column);
  const selected = sql.join([...columns].map((column) => sql.id("o", column)));
  const seek = [...within(request), ...seekConditions(statement, segments.length > 0)];
  return sql`SELECT ${selected} FROM ${walked(statement, orderColumn(plan))}${where(seek)}
 ORDER BY ${sortOrder(request)} LIMIT ${lookLimit(statement, most)}`;
}

/** How many objects a look tests; none on SQLite where a filter finds nothing at all. */
function lookLimit(statement: ListStatement, most: number): Fragment {
  const finds = statement.dialect.isRemote ? undefined : findsRows(statement, statement.plan);
  return finds === undefined ? sql.lit(most) : sql`(CASE WHEN ${finds} THEN ${sql.lit(most)} ELSE 0 END)`;
}

/** Whether each of some terms finds rows by itself, and of alternatives those of one; undefined if no index tells. */
function findsRows(statement: ListStatement, terms: AllOf): Fragment | undefined {
  const finds = filtersOf(terms).flatMap((filter): readonly Fragment[] => {
    if (isDrivable(filter)) return [sql`EXISTS (SELECT 1 FROM ${timedRows(statement, filter)})`];
    const any = filter.test === "any" ? filter.of.map((each) => findsRows(statement, each)) : [];
    const told = any.filter((each) => each !== undefined);
    return told.length === 0 || told.length < any.length ? [] : [sql`(${sql.join(told, sql` OR `)})`];
  });
  return finds.length === 0 ? undefined : sql.join(finds, sql` AND `);
}

/** The objects `o` with the run's ids. */
export function idSource({ dialect, tables }: ListStatement, slot: SlotFor<ListRun>): ListSource {
  return { from: dialect.rowsById(runIds(dialect, slot), sql.table(tables.table)), conditions: [] };
}

/** The objects `o` that all filters match, of those with the run's ids and those that changed since these were read. */
export function recentSource(statement: ListStatement, slot: SlotFor<ListRun>): ListSource {
  const { dialect, tables, plan } = statement;
  const isLater = sql`c.revision > ${slot(({ since }) => since)}`;
  const changed = sql`SELECT c.object_id FROM ${sql.table("cmgen_changes")} AS c WHERE ${isLater} AND ${ofResource(tables)}`;
  return {
    from: dialect.rowsById(sql`${runIds(dialect, slot)} || ARRAY(${changed})`, sql.table(tables.table)),
    // With joins PostgreSQL might read each object once for each row of a label: it does not know how few there are.
    conditions: conditionsOf(statement, filtersOf(plan), { perRow: true }),
  };
}

function runIds(dialect: SqlDialect, slot: SlotFor<ListRun>): Fragment {
  const ids = slot((run) => dialect.encodeIds(run.ids));
  return dialect.arrays ? dialect.list(ids, "int64") : ids;
}

/**
 * Selects a row if all filters match the object of the change `c`. The object is found by its key, and its labels by the object, whatever the
 * values: PostgreSQL does not know how few changes there are, and might join or read another index.
 */
export function changedObject(statement: ListStatement): Fragment {
  const { dialect, tables, plan } = statement;
  const object = sql`SELECT * FROM ${sql.table(tables.table)} AS o WHERE o.id = c.object_id${dialect.perRow}`;
  return sql`SELECT 1 FROM (${object}) AS o${where(conditionsOf(statement, filtersOf(plan), { perRow: true }))}`;
}

/** Whether the change `c` is one of the list's resource. */
export function ofResource({ group, plural }: Pick<ListTables, "group" | "plural">): Fragment {
  return sql`c.${sql.id("group")} = ${sql.lit(group)} AND c.plural = ${sql.lit(plural)}`;
}

/**
 * The conditions on the objects `o` that tell where in the order's index they begin and end. A walk from a position begins there: SQLite would
 * begin at one of two conditions, perhaps at the wrong one.
 */
function seekConditions(statement: ListStatement, hasPosition: boolean): readonly Fragment[] {
  const { dialect, plan } = statement;
  const isPlaced = hasPosition && dialect.name === "sqlite";
  const isPlace = (filter: ListFilter): boolean => isSought(filter, plan) && !(isPlaced && isBeginning(filter, plan));
  return conditionsOf(statement, filtersOf(plan).filter(isPlace));
}

/** Tests of a column whose objects do not lie together in its order. */
const scattered: ReadonlySet<ListFilter["test"]> = new Set(["notIn", "exists", "among", "notAmong"]);

/** Whether the objects that a filter matches lie together in the order. */
export function isSought(filter: ListFilter, plan: Pick<ListPlan, "sort">): boolean {
  if (objectColumnOf(filter) !== orderColumn(plan) || scattered.has(filter.test)) return false;
  return filter.test !== "in" || filter.values.length === 1;
}

/** Whether a filter on the order's column excludes what the order begins with. */
function isBeginning({ test }: ListFilter, { sort }: Pick<ListPlan, "sort">): boolean {
  if (test === "startsWith") return true;
  return sort[0]?.descending === true ? test === "<" || test === "<=" : test === ">" || test === ">=";
}

interface ConditionOptions {
  /** The id of the object, whose columns are in `o`. Default: that of `o`. */
  readonly id?: Fragment;
  /** As in {@link ConditionScope}. */
  readonly perRow?: boolean;
}

/** The conditions of filters on an object. */
function conditionsOf(
  { dialect, tables }: ListStatement,
  filters: readonly ListFilter[],
  { id = objectId, perRow = false }: ConditionOptions = {},
): readonly Fragment[] {
  return filters.map((filter) => conditionOf(filter, { dialect, labelTable: tables.labelTable, id, perRow }));
}

/**
 * The objects that all filters match, found through the rows of one term, the driver. Where the driver is on the objects' own table they are
 * `o`; else they are `d`, and the table of objects is left out if no other filter needs it.
 */
export function drivenSource(statement: ListStatement, driver: Term): ListSource {
  const column = objectColumnOf(driver);
  if (column !== undefined) return objectSource(statement, column);
  const { dialect, tables, plan } = statement;
  const rest = filtersOf(plan).filter((filter) => filter !== driver);
  const conditions = conditionsOf(statement, rest, { id: sql.id("d", "id") });
  const distinct = repeats(driver) ? sql`DISTINCT ` : sql``;
  const driven = sql`(SELECT ${distinct}v.object_id AS id FROM ${timedRows(statement, driver)}) AS d`;
  if (rest.every((filter) => objectColumnsOf(filter).length === 0)) return { from: driven, conditions };
  return { from: sql`${driven} ${dialect.join} ${sql.table(tables.table)} AS o ON o.id = d.id`, conditions };
}

/** The rows that one term finds, with its condition and a limit of time: objects as `o`, or rows of labels or values as `v`. */
export function timedRows(statement: ListStatement, term: Term): Fragment {
  const { dialect, catalog, tables } = statement;
  const column = objectColumnOf(term);
  if (column !== undefined) {
    const conditions = [...conditionsOf(statement, [term]), ...dialect.inTime(objectId)];
    return sql`${walked(statement, column)}${where(conditions)}`;
  }
  const { name, holds } = valueRowsOf(term, { dialect, labelTable: tables.labelTable });
  const index = indexedBy(catalog, name, "key" in term ? "key" : "value");
  return sql`${sql.table(name)} AS v${index}${where([holds, ...dialect.inTime(sql.id("v", "object_id"))])}`;
}

/** Whether the rows of a term may contain an object twice. A label and a column have one value; other indexes may have several matching ones. */
function repeats(term: Term): boolean {
  return "field" in term && term.field.in !== "object" && !("values" in term && term.values.length === 1);
}

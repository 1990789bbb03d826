import type { AggregatePlan, GroupKey, Measure } from "../aggregate-plan.js";
import type { SqlDialect } from "./dialect.js";
import {
  conditionOf,
  type ConditionScope,
  filtersOf,
  isDrivable,
  objectColumnOf,
  objectColumnsOf,
  type Term,
  valueCondition,
  valueRowsOf,
} from "./filter-condition.js";
import type { ListTables } from "./list-statement.js";
import { dayOf, monthOf } from "./period.js";
import { type Fragment, sql, where } from "./sql.js";

/** What a statement for counts and sums is made of. */
export interface AggregateStatement {
  readonly dialect: SqlDialect;
  readonly tables: ListTables;
  readonly plan: AggregatePlan;
}

/** Names of the columns of a row: {@link selectGroups} makes them. */
export const groupColumn = (place: number): string => `g${place}`;
export const measureColumn = (place: number): string => `m${place}`;
/** The lower half of a sum that SQLite adds in two halves. */
export const lowColumn = (place: number): string => `l${place}`;
/** How many values an average is of. */
export const ofColumn = (place: number): string => `n${place}`;

const objectId = sql.id("o", "id");

/** Of so many objects one looks at the clock: they are read many times as fast as by a list. Of those with several values each does. */
const ROWS_PER_CALL = 256;

/** Selects the groups, one more than the limit, in the order of their keys. */
export function selectGroups({ dialect, tables, plan }: AggregateStatement): Fragment {
  const plus = dialect.isRemote || columnsOf(plan).size <= 1 ? sql`` : sql`+`;
  const keys = plan.groups.map((key, place) => sql`${plus}${keyOf(key, place)} AS ${sql.id(groupColumn(place))}`);
  const measures = plan.measures.flatMap((measure, place) => measureColumns(measure, place, dialect));
  const from = sql.join([sql`${sql.table(tables.table)} AS o`, ...plan.groups.flatMap(joinsOf)], sql` `);
  const scope = { dialect, labelTable: tables.labelTable, id: objectId };
  const rowsPerCall = plan.groups.some(({ field }) => field.in === "values") ? 1 : ROWS_PER_CALL;
  const among = plan.groups.flatMap((key, place) => amongOf(key, place, dialect));
  const conditions = [...dialect.inTime(objectId, rowsPerCall), ...among, ...conditionsOf(plan, scope)];
  const selected = sql.join([...keys, sql`count(*) AS n`, ...measures]);
  return sql`SELECT ${selected} FROM ${from}${where(conditions)}${grouped(plan, dialect)} LIMIT ${sql.lit(plan.limit + 1)}`;
}

function grouped({ groups }: AggregatePlan, dialect: SqlDialect): Fragment {
  if (groups.length === 0) return sql``;
  const places = groups.map((_, place) => sql.lit(place + 1));
  const order = places.map((place) => sql`${place} ${dialect.direction(false, false)}`);
  return sql` GROUP BY ${sql.join(places)} ORDER BY ${sql.join(order)}`;
}

/**
 * The columns of the objects' own rows that a plan looks at. SQLite reads one from its index, in the order of the groups. For several it would
 * still walk an index in that order, and look each object up in the table: with a million objects that takes twice as long as to read the
 * table from its beginning to its end, and ten times as long as to find the few that a filter selects. A `+` before a key keeps it from that.
 */
function columnsOf(plan: AggregatePlan): ReadonlySet<string> {
  const groups = plan.groups.flatMap(({ field }) => (field.in === "object" ? [field.column] : []));
  const measures = plan.measures.map(({ field }) => field.column);
  return new Set([...groups, ...measures, ...filtersOf(plan).flatMap(objectColumnsOf)]);
}

/** The rows of an index with several values; none for a column, which is in the object's own row. */
function joinsOf({ field, among }: GroupKey, place: number): readonly Fragment[] {
  if (field.in === "object") return [];
  const alias = sql.id(valueAlias(place));
  const join = sql.raw(among === undefined ? "LEFT JOIN" : "JOIN");
  return [sql`${join} ${sql.table(field.table)} AS ${alias} ON ${alias}.object_id = ${objectId}`];
}

/** The condition on the rows of an index with several values. */
function amongOf({ field, among }: GroupKey, place: number, dialect: SqlDialect): readonly Fragment[] {
  if (among === undefined) return [];
  if (field.in === "object") throw new TypeError("A column is narrowed by a filter");
  return [valueCondition({ test: "in", field, values: among }, sql.id(valueAlias(place), "value"), dialect)];
}

function valueAlias(place: number): string {
  return `v${place}`;
}

function keyOf({ field, by }: GroupKey, place: number): Fragment {
  const value = field.in === "object" ? sql.id("o", field.column) : sql.id(valueAlias(place), "value");
  if (by === "value") return value;
  return by === "day" ? dayOf(value) : monthOf(value);
}

/**
 * The conditions on the objects. PostgreSQL decides itself how to find them. SQLite looks at each object for labels and indexes with several
 * values, unless it is told that these find few.
 */
function conditionsOf(plan: AggregatePlan, scope: ConditionScope): readonly Fragment[] {
  const filters = filtersOf(plan);
  const drivers = scope.dialect.isRemote ? [] : filters.filter(isDrivable);
  const driver = drivers.find(({ test }) => test === "in") ?? drivers[0];
  return filters.map((filter) => (filter === driver ? foundBy(driver, scope) : conditionOf(filter, scope)));
}

function foundBy(filter: Term, scope: ConditionScope): Fragment {
  if (objectColumnOf(filter) !== undefined) return conditionOf(filter, scope);
  const { name, holds } = valueRowsOf(filter, scope);
  return sql`${scope.id} IN (SELECT v.object_id FROM ${sql.table(name)} AS v WHERE ${holds})`;
}

function measureColumns({ of, field }: Measure, place: number, dialect: SqlDialect): readonly Fragment[] {
  const value = sql.id("o", field.column);
  const name = sql.id(measureColumn(place));
  switch (of) {
    case "min":
    case "max":
      return [sql`${sql.raw(of)}(${value}) AS ${name}`];
    case "distinct":
      return [sql`count(DISTINCT ${value}) AS ${name}`];
    default:
      return [
        ...sumColumns(field.type === "number", { value, place }, dialect),
        sql`count(${value}) AS ${sql.id(ofColumn(place))}`,
      ];
  }
}

/** PostgreSQL adds whole numbers without a limit. SQLite fails beyond 64 bits, so it adds the halves of the numbers. */
function sumColumns(
  isFloating: boolean,
  { value, place }: { readonly value: Fragment; readonly place: number },
  { isRemote }: SqlDialect,
): readonly Fragment[] {
  const name = sql.id(measureColumn(place));
  if (isFloating || isRemote) return [sql`sum(${value}) AS ${name}`];
  return [sql`sum(${value} >> 32) AS ${name}`, sql`sum(${value} & 4294967295) AS ${sql.id(lowColumn(place))}`];
}

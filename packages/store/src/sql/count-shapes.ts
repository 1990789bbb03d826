import { compileShape, type Shape, sql, where } from "./sql.js";
import { conditionOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { drivenSource, driverRows, objectSource, timedRows } from "./list-source.js";
import { bindFilter, type ListInput, type ListStatement } from "./list-statement.js";
import type { SqlDialect } from "./dialect.js";

/** The revision, and an estimate of the number of objects, found without counting. On SQLite there are at most that many. */
export function surveyShape({ dialect, tables }: ListStatement): Shape<ListInput> {
  const size = dialect.tableSize(tables.table);
  return compileShape<ListInput>(dialect, () => sql`SELECT revision, (${size}) AS size FROM cmgen_revision`);
}

/** Counts the rows that one filter finds by itself, up to the input's `limit`. */
export function probeShape(statement: ListStatement, driver: PlacedFilter): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const rows = timedRows(statement, bindFilter(statement, driver, slot));
    return sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${rows} LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}) AS p`;
  });
}

/** Counts the objects that all filters match: through the rows of one of them, or by a plan that the database chooses. */
export function countShape(statement: ListStatement, driver?: PlacedFilter): Shape<ListInput> {
  return compileShape<ListInput>(statement.dialect, (slot) => {
    const { from, conditions } =
      driver === undefined ? objectSource(statement, slot) : drivenSource(statement, slot, { driver, rows: false });
    return sql`SELECT count(*) AS total FROM ${from}${where(conditions)}`;
  });
}

/** Reads the ids of all objects that a filter matches, in the dialect's compact form. An id may occur twice. */
export function idsShape(statement: ListStatement, filter: PlacedFilter): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const id = objectColumnOf(filter) === undefined ? sql.id("v", "object_id") : sql.id("o", "id");
    return dialect.selectIds(id, driverRows(statement, bindFilter(statement, filter, slot)));
  });
}

/** Counts all objects. */
export function countRowsShape({ dialect, tables }: ListStatement): Shape<ListInput> {
  return compileShape<ListInput>(dialect, () => sql`SELECT count(*) AS total FROM ${sql.id(tables.table)}`);
}

/** Reads which of the input's objects a filter matches. */
export function membersShape(statement: ListStatement, filter: PlacedFilter): Shape<ListInput> {
  const { dialect, tables } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const bound = bindFilter(statement, filter, slot);
    const ids = dialect.idRows(slot((input) => dialect.encodeIds(input.ids)));
    const condition = conditionOf(bound, { dialect, labelTable: tables.labelTable, id: sql.id("i", "value") });
    const isColumn = objectColumnOf(filter) !== undefined;
    const objects = isColumn ? sql` ${dialect.join} ${sql.id(tables.table)} AS o ON o.id = i.value` : sql``;
    return sql`SELECT i.value AS id FROM ${ids}${objects} WHERE ${condition}`;
  });
}

export interface ChangedInput {
  readonly after: number;
  readonly until: number;
}

/** Reads which objects of which resource changed between two revisions, one row for each revision. */
export function changedObjectsShape(dialect: SqlDialect): Shape<ChangedInput> {
  return compileShape<ChangedInput>(
    dialect,
    (
      slot,
    ) => sql`SELECT c.object_id AS id, c.type, ${sql.id("c", "group")} AS ${sql.id("group")}, c.plural FROM cmgen_changes AS c
 WHERE c.revision > ${slot(({ after }) => after)} AND c.revision <= ${slot(({ until }) => until)}`,
  );
}

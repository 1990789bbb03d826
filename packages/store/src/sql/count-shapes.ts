import { compileShape, type Shape, sql, where } from "./sql.js";
import { objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { drivenSource, objectSource, timedRows } from "./list-source.js";
import { bindFilter, type ListInput, type ListStatement, orderColumn } from "./list-statement.js";

/** The revision, and an estimate of the number of objects, found without counting. On SQLite there are at most that many. */
export function surveyShape({ dialect, tables }: ListStatement): Shape<ListInput> {
  const size = dialect.tableSize(tables.table);
  return compileShape<ListInput>(dialect, () => sql`SELECT revision, mark, (${size}) AS size FROM cmgen_revision`);
}

/** Counts the rows that one filter finds by itself, up to `most`, or up to a part of all objects if that is more. */
export function countShape(statement: ListStatement, filter: PlacedFilter, bound: CountBound): Shape<ListInput> {
  const { dialect, tables } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const rows = timedRows(statement, bindFilter(statement, filter, slot));
    const most = sql.lit(bound.most);
    const part = sql`CAST((${dialect.tableSize(tables.table)}) * ${sql.lit(bound.part)} AS bigint)`;
    const limit = sql`(SELECT CASE WHEN p.part > ${most} THEN p.part ELSE ${most} END FROM (SELECT ${part} AS part) AS p)`;
    return sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${rows} LIMIT ${limit}) AS p`;
  });
}

export interface CountBound {
  readonly most: number;
  readonly part: number;
}

/** Reads the ids of the objects that all filters match, found through the rows of one filter, in the dialect's compact form. */
export function selectedIdsShape(statement: ListStatement, driver: PlacedFilter): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const { from, conditions } = drivenSource(statement, slot, { driver, rows: false });
    const id = objectColumnOf(driver) === undefined ? sql.id("d", "id") : sql.id("o", "id");
    return dialect.selectIds(id, sql`${from}${where(conditions)}`);
  });
}

/** Reads the ids of all objects that a filter matches, in the dialect's compact form. An id may occur twice. */
export function idsShape(statement: ListStatement, filter: PlacedFilter): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const id = objectColumnOf(filter) === undefined ? sql.id("v", "object_id") : sql.id("o", "id");
    return dialect.selectIds(id, timedRows(statement, bindFilter(statement, filter, slot)));
  });
}

/** Counts the objects that lie together in the order, in its index. */
export function countRangeShape(statement: ListStatement): Shape<ListInput> {
  const { dialect, plan } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const { from, conditions } = objectSource(statement, slot, orderColumn(plan));
    return sql`SELECT count(*) AS total FROM ${from}${where([...dialect.inTime(sql.id("o", "id")), ...conditions])}`;
  });
}

/** Counts all objects. */
export function countRowsShape({ dialect, tables }: ListStatement): Shape<ListInput> {
  return compileShape<ListInput>(dialect, () => sql`SELECT count(*) AS total FROM ${sql.id(tables.table)}`);
}

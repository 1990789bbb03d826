import { positionText } from "./change-shapes.js";
import { compileShape, type Shape, sql, where } from "./sql.js";
import { objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { changedObject, drivenSource, objectSource, ofResource, timedRows } from "./list-source.js";
import { bindFilter, type ListInput, type ListStatement, orderColumn } from "./list-statement.js";

/** The newest position alone. */
export function positionShape({ dialect }: ListStatement): Shape<ListInput> {
  return compileShape<ListInput>(dialect, () => sql`SELECT ${positionText} FROM cmgen_revision`);
}

/** The revision, and an estimate of the number of objects, found without counting. On SQLite there are at most that many. */
export function surveyShape({ dialect, tables }: ListStatement): Shape<ListInput> {
  const size = dialect.tableSize(tables.table);
  return compileShape<ListInput>(dialect, () => sql`SELECT revision, mark, (${size}) AS size FROM cmgen_revision`);
}

/** Counts the rows that one filter finds by itself, up to the input's `limit`, or up to a part of all objects if that is more. */
export function probeShape(statement: ListStatement, driver: PlacedFilter, part: number): Shape<ListInput> {
  const { dialect, tables } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const rows = timedRows(statement, bindFilter(statement, driver, slot));
    const limit = dialect.rowCount(slot((input) => input.limit));
    const size = sql`(${dialect.tableSize(tables.table)})`;
    const most = part === 0 ? limit : sql`greatest(${limit}, floor(${size} * ${sql.lit(part)})::bigint)`;
    return sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${rows} LIMIT ${most}) AS p`;
  });
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

/** Reads the ids of the objects that all filters match, found as the database chooses, in the dialect's compact form. */
export function joinedIdsShape(statement: ListStatement): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const { from, conditions } = objectSource(statement, slot);
    return dialect.selectIds(sql.id("o", "id"), sql`${from}${where(conditions)}`);
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

/** The same, up to the input's `limit`. */
export function firstIdsShape(statement: ListStatement, filter: PlacedFilter): Shape<ListInput> {
  const { dialect } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const id = objectColumnOf(filter) === undefined ? sql.id("v", "object_id") : sql.id("o", "id");
    const rows = timedRows(statement, bindFilter(statement, filter, slot));
    const first = sql`(SELECT ${id} AS id FROM ${rows} LIMIT ${dialect.rowCount(slot((input) => input.limit))}) AS f`;
    return dialect.selectIds(sql.id("f", "id"), first);
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

/**
 * Reads which objects changed since a revision, oldest change first, one row for each revision, and whether filters match them now. The changes
 * of other resources are rows too, since a missing one means that the log was trimmed.
 */
export function changedObjectsShape(
  statement: ListStatement,
  filters: readonly PlacedFilter[],
  most: number,
): Shape<ListInput> {
  const { dialect, tables } = statement;
  return compileShape<ListInput>(dialect, (slot) => {
    const mine = ofResource(tables);
    const holds = changedObject(statement, filters, slot);
    return sql`SELECT c.object_id AS id, c.type, (${mine}) AS mine, CASE WHEN ${mine} THEN (${holds}) END AS holds
 FROM cmgen_changes AS c WHERE c.revision > ${slot(({ since }) => since)} ORDER BY c.revision LIMIT ${sql.lit(most)}`;
  });
}

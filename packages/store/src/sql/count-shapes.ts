import { sql } from "./sql.js";
import type { PlacedFilter } from "./filter-condition.js";
import { drivenSource, objectSource, timedRows } from "./list-source.js";
import { bindFilter, type ListInput, type ListStatement } from "./list-statement.js";
import { compileShape, where, type Shape } from "./shape.js";

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

import type { EntrySql } from "./entry-sql.js";
import { driverOf, intersection } from "./page-statements.js";
import { where, type Statement } from "./statement.js";
import type { Term } from "./term.js";

/** Ways to count the objects that terms match; the first is what the database's planner makes of a plain count. */
export function countStatements(sql: EntrySql, terms: readonly Term[], size: number): readonly Statement[] {
  const conditions = terms.map((term) => sql.condition(term, "o.id"));
  const rows = Math.min(1, ...terms.map(({ share }) => share)) * size;
  const all = terms.reduce((sum, { share }) => sum + share, 0) * size;
  const statements = [{ plan: "count", text: `SELECT count(*) FROM ${sql.table} o${where(conditions)}`, rows }];
  const driver = driverOf(sql, terms);
  if (driver === undefined) return statements;
  if (sql.engine === "sqlite")
    statements.push({ plan: "count, filter first", text: drivenCount(sql, terms, driver), rows });
  const text = `SELECT count(*) FROM (${intersection(sql, terms)}) AS d`;
  statements.push({ plan: "count, INTERSECT", text, rows: all });
  return statements;
}

function drivenCount(sql: EntrySql, terms: readonly Term[], driver: Term): string {
  const column = sql.columnOf(driver);
  if (column !== undefined) {
    const conditions = terms.map((term) => sql.condition(term, "o.id"));
    return `SELECT count(*) FROM ${sql.objectsBy(column)}${where(conditions)}`;
  }
  const others = terms.filter((term) => term !== driver);
  const needsObjects = others.some((term) => term.any !== undefined || sql.columnOf(term) !== undefined);
  const objects = needsObjects ? ` CROSS JOIN ${sql.table} o ON o.id = d.id` : "";
  return `SELECT count(*) FROM (${sql.ids(driver)}) d${objects}${where(others.map((term) => sql.condition(term, "d.id")))}`;
}

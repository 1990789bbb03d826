import { columnOfField, isNegative, type EntrySql } from "./entry-sql.js";
import { offsetOf, where, type Statement, type WrittenList } from "./statement.js";
import type { Term } from "./term.js";

/** A statement that leaves the plan to the database. */
export const PLANNED = "planner's choice";

/** Walks the sort's index and skips what does not match. */
export function walkStatements(written: WrittenList): readonly Statement[] {
  const { sql, list, size, matching } = written;
  const rows = matching === 0 ? size : Math.min(size, (offsetOf(written) + written.pageSize) * (size / matching));
  const text = list.window === "continue" ? walkedStep(written) : walkedPage(written);
  const walk = { plan: "walk", text, walks: true, rows };
  // The same text without force.
  return sql.engine === "sqlite" ? [walk] : [walk, { plan: PLANNED, text, rows: 0 }];
}

/** Finds all that match, sorts them, and reads the bytes of those on the page. With `counts` each row has the total as well. */
export function filterStatement(written: WrittenList, counts = false): Statement {
  const { terms } = written.list;
  const rows = Math.min(1, ...terms.map(({ share }) => share)) * written.size;
  return { plan: `filter first${counts ? ", counted" : ""}`, text: sorted(written, filtered(written), counts), rows };
}

/** Finds the objects of each term and intersects them; the rest as above. */
export function intersectStatement(written: WrittenList, counts = false): Statement {
  const { sql, list, size } = written;
  const source = `(${intersection(sql, list.terms)}) d ${sql.engine === "sqlite" ? "CROSS " : ""}JOIN ${sql.table} o ON o.id = d.id${where(after(written))}`;
  const rows = list.terms.reduce((sum, { share }) => sum + share, 0) * size;
  return { plan: `INTERSECT${counts ? ", counted" : ""}`, text: sorted(written, source, counts), rows };
}

/** Ids of the objects that all terms match. */
export function intersection(sql: EntrySql, terms: readonly Term[]): string {
  const excluded = terms.flatMap((term) => sql.excludedIds(term) ?? []);
  const found = terms.filter((term) => sql.excludedIds(term) === undefined).toSorted(byShare);
  const idsOf = (term: Term): string => (term.any === undefined ? sql.ids(term) : `SELECT id FROM (${sql.ids(term)})`);
  const sources = found.length === 0 ? [`SELECT id FROM ${sql.table}`] : found.map(idsOf);
  return [sources.join(" INTERSECT "), ...excluded].join(" EXCEPT ");
}

/** The term through which SQLite finds objects: the one that matches fewest. What is absent can only be found by a scan, so it comes last. */
export function driverOf(sql: EntrySql, terms: readonly Term[]): Term | undefined {
  const looksUp = (term: Term): boolean =>
    !isNegative(term) || (term.test === "absent" && sql.columnOf(term) !== undefined);
  const lookUps = terms.filter(looksUp);
  return (lookUps.length > 0 ? lookUps : terms).toSorted(byShare)[0];
}

function byShare(left: Term, right: Term): number {
  return left.share - right.share;
}

function walkedPage(written: WrittenList): string {
  const { sql, list } = written;
  const conditions = list.terms.map((term) => sql.condition(term, "o.id"));
  const source = `${sql.objectsBy(columnOfField(list.sort.field))}${where(conditions)}`;
  // SQLite reads no bytes of what it passes.
  if (sql.engine === "postgresql" && offsetOf(written) > 0) return sorted(written, source, false);
  return `SELECT ${sql.data("o")} FROM ${source} ORDER BY ${sql.order(list.sort, "o")} ${limit(written)}`;
}

/** The segments of the order after the position, each of which is a range of the sort's index. */
function walkedStep(written: WrittenList): string {
  const { sql, list } = written;
  const conditions = list.terms.map((term) => sql.condition(term, "o.id"));
  const from = sql.objectsBy(columnOfField(list.sort.field));
  const parts = partsAfter(written).map(
    (part) =>
      `SELECT * FROM (SELECT ${sql.data("o")} FROM ${from}${where([part, ...conditions])} ORDER BY ${sql.order(list.sort, "o")} LIMIT ${written.pageSize}) AS part`,
  );
  return `${parts.join(" UNION ALL ")} LIMIT ${written.pageSize}`;
}

function partsAfter({ list: { sort }, position: { value, id } }: WrittenList): readonly string[] {
  const column = `o.${columnOfField(sort.field)}`;
  const parts = [
    `${column} = ${value} AND o.id ${sort.descending ? "<" : ">"} ${id}`,
    `${column} ${sort.descending ? "<" : ">"} ${value}`,
  ];
  return sort.nullable && sort.descending ? [...parts, `${column} IS NULL`] : parts;
}

function after(written: WrittenList): readonly string[] {
  return written.list.window === "continue"
    ? [
        `(${partsAfter(written)
          .map((part) => `(${part})`)
          .join(" OR ")})`,
      ]
    : [];
}

function filtered(written: WrittenList): string {
  const { sql, list } = written;
  const rest = after(written);
  const all = [...list.terms.map((term) => sql.condition(term, "o.id")), ...rest];
  if (sql.engine === "postgresql") {
    // OFFSET keeps the planner from merging the subquery, so it filters before it sorts.
    return `(SELECT o.id, o.${columnOfField(list.sort.field)} FROM ${sql.table} o${where(all)} OFFSET 0) o`;
  }
  const driver = driverOf(sql, list.terms);
  if (driver === undefined) return `${sql.table} o${where(all)}`;
  const column = sql.columnOf(driver);
  if (column !== undefined) return `${sql.objectsBy(column)}${where(all)}`;
  const others = list.terms.filter((term) => term !== driver).map((term) => sql.condition(term, "d.id"));
  return `(${sql.ids(driver)}) d CROSS JOIN ${sql.table} o ON o.id = d.id${where([...others, ...rest])}`;
}

function sorted(written: WrittenList, source: string, counts: boolean): string {
  const { sql, list } = written;
  const column = columnOfField(list.sort.field);
  const total = counts ? ", count(*) OVER () AS total" : "";
  const ids = `SELECT o.id${total}, o.${column} FROM ${source} ORDER BY ${sql.order(list.sort, "o")} ${limit(written)}`;
  const found = `SELECT ${sql.data("r")}${counts ? ", w.total" : ""} FROM (${ids}) w`;
  if (sql.engine === "sqlite") return `${found} CROSS JOIN ${sql.table} r ON r.id = w.id`;
  return `${found} JOIN ${sql.table} r ON r.id = w.id ORDER BY ${sql.order(list.sort, "w")}`;
}

function limit(written: WrittenList): string {
  const offset = offsetOf(written);
  return `LIMIT ${written.pageSize}${offset === 0 ? "" : ` OFFSET ${offset}`}`;
}

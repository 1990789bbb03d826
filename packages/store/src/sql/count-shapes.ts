import { objectColumnOf, type Term } from "./filter-condition.js";
import { drivenSource, objectSource, timedRows } from "./list-source.js";
import { type ListStatement, orderColumn } from "./list-statement.js";
import { type Fragment, sql, where } from "./sql.js";

/** The revision, and an estimate of the number of objects, found without counting. On SQLite there are at most that many. */
export function selectSurvey({ dialect, tables }: ListStatement): Fragment {
  return sql`SELECT revision, mark, (${dialect.tableSize(tables.table)}) AS size FROM ${sql.table("cmgen_revision")}`;
}

/** Counts the rows that a term finds by itself, up to `most`, or up to a part of all objects if that is more. */
export function countUpTo(statement: ListStatement, term: Term, { most, part }: CountBound): Fragment {
  const { dialect, tables } = statement;
  const ofAll = sql`CAST((${dialect.tableSize(tables.table)}) * ${sql.lit(part)} AS bigint)`;
  const least = sql.lit(most);
  const limit = sql`(SELECT CASE WHEN p.part > ${least} THEN p.part ELSE ${least} END FROM (SELECT ${ofAll} AS part) AS p)`;
  return sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${timedRows(statement, term)} LIMIT ${limit}) AS p`;
}

export interface CountBound {
  readonly most: number;
  readonly part: number;
}

/** Reads the ids of the objects that all filters match, found through the rows of one term, in the dialect's compact form. */
export function selectedIds(statement: ListStatement, driver: Term): Fragment {
  const { from, conditions } = drivenSource(statement, driver);
  const { dialect } = statement;
  if (objectColumnOf(driver) === undefined)
    return dialect.selectIds(sql.id("d", "id"), sql`${from}${where(conditions)}`);
  const id = sql.id("o", "id");
  return dialect.selectIds(id, sql`${from}${where([...dialect.inTime(id), ...conditions])}`);
}

/** Reads the ids of all objects that a term matches, in the dialect's compact form. An id may occur twice. */
export function idsOfTerm(statement: ListStatement, term: Term): Fragment {
  const id = objectColumnOf(term) === undefined ? sql.id("v", "object_id") : sql.id("o", "id");
  return statement.dialect.selectIds(id, timedRows(statement, term));
}

/** Counts the objects that lie together in the order, in its index. */
export function countRange(statement: ListStatement): Fragment {
  const { from, conditions } = objectSource(statement, orderColumn(statement.plan));
  const all = [...statement.dialect.inTime(sql.id("o", "id")), ...conditions];
  return sql`SELECT count(*) AS total FROM ${from}${where(all)}`;
}

/** Counts all objects. */
export function countRows({ tables }: ListStatement): Fragment {
  return sql`SELECT count(*) AS total FROM ${sql.table(tables.table)}`;
}

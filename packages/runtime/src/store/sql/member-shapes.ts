import { sql } from "kysely";
import { conditionOf, copiesOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { driverRows } from "./list-source.js";
import { bindFilter, type ListInput, type ListStatement } from "./list-statement.js";
import type { SqlDialect } from "./dialect.js";
import { compileShape, type Shape } from "./shape.js";

/** Reads the ids of all objects that a filter matches, some perhaps twice. The filter must be one that says what objects are. */
export function idsShape(statement: ListStatement, filter: PlacedFilter): Shape<ListInput> {
  return compileShape<ListInput>(statement.dialect, (slot) => {
    const id = objectColumnOf(filter) === undefined ? sql.ref("v.object_id") : sql.ref("o.id");
    return sql`SELECT ${id} FROM ${driverRows(statement, bindFilter(statement, filter, slot))}`;
  });
}

/** Counts all objects, at once: without a condition SQLite looks at an index's pages only. */
export function countRowsShape({ dialect, tables }: ListStatement): Shape<ListInput> {
  return compileShape<ListInput>(dialect, () => sql`SELECT count(*) AS total FROM ${sql.table(tables.table)}`);
}

/** A filter's values, and an object. */
export interface MemberInput extends ListInput {
  readonly id: number;
}

/** Gives a row if one object matches a filter. */
export function memberShape(statement: ListStatement, filter: PlacedFilter): Shape<MemberInput> {
  const { dialect, tables } = statement;
  return compileShape<MemberInput>(dialect, (slot) => {
    const bound = bindFilter(statement, filter, slot);
    const id = slot((input) => input.id);
    if (objectColumnOf(filter) !== undefined) {
      const condition = conditionOf(bound, { dialect, labelTable: tables.labelTable, id: sql.ref("o.id") });
      return sql`SELECT 1 FROM ${sql.table(tables.table)} AS o WHERE o.id = ${id} AND ${condition}`;
    }
    const { name, holds } = copiesOf(bound, { dialect, labelTable: tables.labelTable });
    return sql`SELECT 1 FROM ${sql.table(name)} AS v WHERE v.object_id = ${id} AND ${holds} LIMIT 1`;
  });
}

export interface ChangedInput {
  readonly after: number;
  readonly until: number;
}

/** Reads which objects of which resource changed between two revisions, a row a revision. */
export function changedObjectsShape(dialect: SqlDialect): Shape<ChangedInput> {
  return compileShape<ChangedInput>(
    dialect,
    (
      slot,
    ) => sql`SELECT c.object_id AS id, ${sql.ref("c.group")} AS ${sql.id("group")}, c.plural FROM cmgen_changes AS c
 WHERE c.revision > ${slot(({ after }) => after)} AND c.revision <= ${slot(({ until }) => until)}`,
  );
}

import { sql } from "./sql.js";
import type { SqlDialect } from "./dialect.js";
import { conditionOf, objectColumnOf, type PlacedFilter } from "./filter-condition.js";
import { driverRows } from "./list-source.js";
import { bindFilter, type ListInput, type ListStatement } from "./list-statement.js";
import { compileShape, type Shape } from "./shape.js";

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

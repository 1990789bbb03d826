import { type LogPosition, readPosition } from "../log-position.js";
import { positionText } from "./change-shapes.js";
import { changedObject, ofResource } from "./list-source.js";
import { othersOf } from "./filter-condition.js";
import type { ListRun, ListStatement } from "./list-statement.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, where } from "./sql.js";

/** Changes that are read to update a selection, at most. After more it is made again. */
export const MOST_CHANGES = 20_000;

/** A change after which it is not known what the filters match: of an object whose values they compare with. */
export const OF_OTHERS = "others";

/** Reads what {@link changesText} writes. */
export function changesShape(statement: ListStatement): Shape<ListRun> {
  return compileShape<ListRun>(
    statement.dialect,
    (slot) => sql`SELECT ${changesText(statement, slot)} AS data FROM ${sql.table("cmgen_revision")}`,
  );
}

/**
 * The newest position, and for each later one than the run's `since`, oldest first, a part behind a semicolon: the change's type, the object's id and,
 * if the filters match it now, a 1. The part of another resource's change is empty: a missing one would mean that the log was trimmed. If what the
 * filters match depends on that resource, the part is {@link OF_OTHERS}.
 */
export function changesText(statement: ListStatement, slot: SlotFor<ListRun>): Fragment {
  const { tables, dialect, plan } = statement;
  const holds = changedObject(statement);
  const others = othersOf(plan).map((other) => sql`WHEN ${ofResource(other)} THEN ${sql.lit(OF_OTHERS)} `);
  const change = sql`CASE ${sql.join(others, sql``)}WHEN ${ofResource(tables)} THEN concat_ws(' ', c.type, c.object_id, (${holds})) ELSE '' END`;
  const later = where([sql`c.revision > ${slot(({ since }) => since)}`, ...dialect.inTime(sql.id("c", "revision"))]);
  const changes = sql`SELECT c.revision, ${change} AS change FROM ${sql.table("cmgen_changes")} AS c${later}
 ORDER BY c.revision LIMIT ${sql.lit(MOST_CHANGES + 1)}`;
  return sql`${positionText} || coalesce((SELECT ';' || string_agg(c.change, ';' ORDER BY c.revision) FROM (${changes}) AS c), '')`;
}

/** A position, and the parts of {@link changesText} behind it. */
export interface ReadChanges {
  readonly position: LogPosition;
  readonly changes: readonly string[];
}

/** Takes what {@link changesText} wrote apart. */
export function readChanges(text: string): ReadChanges {
  const [position = "", ...changes] = text.split(";");
  return { position: readPosition(position), changes };
}

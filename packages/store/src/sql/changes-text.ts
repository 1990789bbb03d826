import { type LogPosition, readPosition } from "../log-position.js";
import { positionText } from "./change-shapes.js";
import { filtersOf } from "./filter-condition.js";
import { changedObject, ofResource } from "./list-source.js";
import type { ListInput, ListStatement } from "./list-statement.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql } from "./sql.js";

/** Changes that are read to update a selection, at most. After more it is made again. */
export const MOST_CHANGES = 20_000;

/** Reads the revision and what changed since the input's `since`, up to `most` changes, as one text. */
export function changesTextShape(statement: ListStatement, most: number): Shape<ListInput> {
  return compileShape<ListInput>(
    statement.dialect,
    (slot) => sql`SELECT ${changesText(statement, slot, most)} AS data FROM cmgen_revision`,
  );
}

/**
 * The newest position, and for each later one than the input's `since`, oldest first, a part behind a semicolon: the change's type, the object's id and,
 * if the filters match it now, a 1. The part of another resource's change is empty: a missing one would mean that the log was trimmed.
 */
export function changesText(statement: ListStatement, slot: SlotFor<ListInput>, most = MOST_CHANGES): Fragment {
  const { tables, plan } = statement;
  const holds = changedObject(statement, filtersOf(plan), slot);
  const change = sql`CASE WHEN ${ofResource(tables)} THEN concat_ws(' ', c.type, c.object_id, (${holds})) ELSE '' END`;
  const since = slot((input) => input.since);
  const changes = sql`SELECT c.revision, ${change} AS change FROM cmgen_changes AS c WHERE c.revision > ${since}
 ORDER BY c.revision LIMIT ${sql.lit(most + 1)}`;
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

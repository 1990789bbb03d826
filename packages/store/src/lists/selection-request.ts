import { MOST_CHANGES } from "../sql/changes-text.js";
import { type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import type { IdSet } from "../sql/id-set.js";
import type { BoundList } from "./bound-list.js";
import { type Selection, selectionOf } from "./selection.js";
import { selectionKey, type SelectionMemory, type Snapshot } from "./selection-memory.js";
import { type BoundStatement, readRows, type Rows } from "./steps.js";

/** A list, what is remembered, and the snapshot that is read. */
export interface SelectionRequest {
  readonly list: BoundList;
  readonly memory: SelectionMemory;
  readonly snapshot: Snapshot;
}

/** A filter that finds few rows. */
export interface Driver {
  readonly driver: PlacedFilter;
  readonly found: number;
  /** What it finds, if that was read and not only counted. */
  readonly ids?: IdSet;
}

/** What is known when a selection is looked for, and what is asked for at the same time. */
export interface SelectionHints {
  /** A filter that finds few objects; `none` if there is no use in looking for one. */
  readonly best?: Driver | "none" | undefined;
  /** Statements that are run in the same snapshot: at most one. */
  readonly ahead?: readonly BoundStatement[];
}

/** A selection, and the rows of what was asked for at the same time. */
export interface FoundSelection {
  readonly selection: Selection;
  readonly rows: Rows | undefined;
}

/** The selection whose ids a driver has found. */
export function selectedBy({ list, snapshot }: SelectionRequest, rows: Rows | undefined): Selection {
  return selectionOf(snapshot, list.context.dialect.readIds(readRows(rows), snapshot.size));
}

/**
 * Whether what all filters match is read as one: on PostgreSQL, if no list has asked for any of them before. It costs less than the objects of each,
 * but those can be used by lists of other combinations. Then its filters are no longer new.
 */
export function takeNewJoin({ list, memory }: Pick<SelectionRequest, "list" | "memory">): boolean {
  const { filters, context } = list;
  if (!context.dialect.sendsAhead) return false;
  return filters.map((filter) => memory.takeNew(selectionKey(list.tables.table, [positiveOf(filter)]))).every(Boolean);
}

/** Whether the change log may tell what has changed since a selection was made. */
export function isUpdatable({ revision, isCounted }: Selection, snapshot: Snapshot): boolean {
  return isCounted !== true && snapshot.revision >= revision && snapshot.revision - revision <= MOST_CHANGES;
}

import type { PlacedFilter } from "../sql/filter-condition.js";
import { emptyIdSet, sizeOf } from "../sql/id-set.js";
import { repeats } from "../sql/list-source.js";
import { type ChangeOfSelection, countedRange, type Selection, selectionOf, updated } from "./selection.js";
import { countedSteps, intersectSteps } from "./selection-parts.js";
import {
  type Driver,
  type FoundSelection,
  takeNewJoin,
  isUpdatable,
  selectedBy,
  type SelectionHints,
  type SelectionRequest,
} from "./selection-request.js";
import { type BoundStatement, readRow, readRows, type Rows, rowsOf, type Steps } from "./steps.js";

/** Objects up to which a filter finds few. A thorough probe counts as far as {@link SqlDialect.fewOfAll}. */
export function probeLimit({ list, snapshot }: SelectionRequest, isThorough: boolean): number {
  const { tuning, dialect } = list.context;
  return isThorough ? Math.max(tuning.probeLimit, Math.floor(snapshot.size * dialect.fewOfAll)) : tuning.probeLimit;
}

/** Finds out which objects the list selects, and remembers it. */
export function* selectionSteps(request: SelectionRequest, hints: SelectionHints = {}): Steps<FoundSelection> {
  const { list, memory } = request;
  const isAll = list.filters.length === 0;
  const found = isAll ? yield* countedSteps(request, hints.ahead ?? []) : yield* findSteps(request, hints);
  memory.set(list.selectionKey, found.selection);
  return found;
}

function* findSteps(request: SelectionRequest, hints: SelectionHints): Steps<FoundSelection> {
  const { ahead = [] } = hints;
  if (request.list.isRange) return yield* countedRangeSteps(request, ahead);
  const found = hints.best ?? (yield* bestSteps(request));
  const best = found === "none" ? undefined : found;
  // Of what only excludes objects it is better to read what is excluded.
  const canJoin = best === undefined && request.list.drivers.length > 0;
  if (canJoin && takeNewJoin(request)) return yield* joinedSteps(request, ahead);
  if (best === undefined) return yield* intersectSteps(request, ahead);
  const known = best.found === 0 ? emptyIdSet : best.ids;
  if (known !== undefined) return { selection: selectionOf(request.snapshot, known), rows: undefined };
  const [ids, rows] = yield [request.list.selectedIds(best.driver, best.found), ...ahead];
  return { selection: selectedBy(request, ids), rows };
}

/** Reads what all filters match. */
function* joinedSteps(request: SelectionRequest, ahead: readonly BoundStatement[]): Steps<FoundSelection> {
  const [ids, rows] = yield [request.list.joinedIds(request.snapshot.size), ...ahead];
  return { selection: selectedBy(request, ids), rows };
}

/** What a range has is only counted, which takes a fifth of the time. Its ids are read when the number is wanted again after a change. */
function* countedRangeSteps(
  { list, snapshot }: SelectionRequest,
  ahead: readonly BoundStatement[],
): Steps<FoundSelection> {
  const [counted, rows] = yield [list.countRange(snapshot.size), ...ahead];
  return { selection: countedRange(snapshot, readRow<{ total: number }>(counted).total), rows };
}

/** Where statements take no turns: the filter that finds few objects. */
function* bestSteps(request: SelectionRequest): Steps<Driver | undefined> {
  const { list } = request;
  if (list.context.dialect.sendsAhead) return undefined;
  return yield* probeSteps(request, probeLimit(request, list.filters.length > 1));
}

/**
 * The filter that finds the least objects, if these are fewer than the limit. A filter is counted as far as it may be better than those before. Of a
 * single one the ids are read at once, since they are what the list selects.
 */
export function* probeSteps(request: SelectionRequest, limit: number): Steps<Driver | undefined> {
  const { list } = request;
  const [only, ...others] = list.filters;
  if (only !== undefined && others.length === 0 && list.drivers.length > 0 && !repeats(only))
    return yield* firstIdsSteps(request, only, limit);
  let best: Driver | undefined;
  for (const driver of list.drivers) {
    const most = best?.found ?? limit;
    if (most === 0) break;
    const [probe] = yield [list.probe(driver, most)];
    const { found } = readRow<{ found: number }>(probe);
    if (found < most) best = { driver, found };
  }
  return best;
}

function* firstIdsSteps(request: SelectionRequest, driver: PlacedFilter, limit: number): Steps<Driver | undefined> {
  const { list, snapshot } = request;
  const read = yield* rowsOf(list.firstIds(driver, limit));
  const ids = list.context.dialect.readIds(read, snapshot.size);
  const found = sizeOf(ids);
  return found < limit ? { driver, found, ids } : undefined;
}

/** The driver that finds the least rows. */
export function leastFound(drivers: readonly PlacedFilter[], probes: readonly Rows[]): Driver | undefined {
  const found = drivers.map((driver, place) => ({ driver, found: readRow<{ found: number }>(probes[place]).found }));
  return found.toSorted((one, other) => one.found - other.found)[0];
}

/** A selection of filters, up to date; undefined if too much has changed since. */
export function* updatedSteps(
  { list, snapshot }: Omit<SelectionRequest, "memory">,
  known: Selection,
  filters: readonly PlacedFilter[],
): Steps<Selection | undefined> {
  if (known.revision === snapshot.revision) return known;
  if (!isUpdatable(known, snapshot)) return undefined;
  const [rows] = yield [list.changes(known.revision, filters, snapshot.revision - known.revision)];
  return updated(known, snapshot.revision, readRows<ChangeOfSelection>(rows));
}

import { isDrivable, isNegative, type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { type IdSet, idSet } from "./id-set.js";
import {
  type ChangeOfSelection,
  everything,
  MOST_CHANGES,
  type Selection,
  selectionOf,
  selectionOfTerms,
  updated,
} from "./selection.js";
import { type SelectionMemory, selectionKey } from "./selection-memory.js";
import { type BoundStatement, readRow, readRows, type Rows, type Steps } from "./steps.js";

/** The snapshot that a list reads. */
export interface Snapshot {
  readonly revision: number;
  /** About how many objects there are. On SQLite there are at most that many. */
  readonly size: number;
}

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
}

/** A filter that finds at most this part of all objects is the one to begin with; filters that find more are intersected. */
const FEW_OF_ALL = 0.05;

/** Finds out which objects the list selects, and remembers it. */
export function* selectionSteps(request: SelectionRequest): Steps<Selection> {
  const { list, memory } = request;
  const known = yield* rememberedSteps(request, list.filters);
  const selection = known ?? (list.filters.length === 0 ? yield* countSteps(request) : yield* findSteps(request));
  memory.set(list.selectionKey, selection);
  return selection;
}

function* findSteps(request: SelectionRequest): Steps<Selection> {
  const { list, snapshot } = request;
  const limit = Math.ceil(snapshot.size * FEW_OF_ALL);
  const probed = list.filters.length > 1 && limit > list.context.tuning.probeLimit ? list.drivers : [];
  const probes = probed.length === 0 ? [] : yield probed.map((driver) => list.probe(driver, limit));
  const best = leastFound(probed, probes);
  if (best === undefined || best.found >= limit) return yield* intersectSteps(request);
  const [rows] = yield [list.selectedIds(best.driver, best.found)];
  return selectedBy(request, rows);
}

/** The selection whose ids a driver has found. */
export function selectedBy({ list, snapshot }: Omit<SelectionRequest, "memory">, rows: Rows | undefined): Selection {
  return selectionOf(snapshot, idSet(list.context.dialect.readIds(readRows(rows))));
}

/** The driver that finds the least rows. */
export function leastFound(drivers: readonly PlacedFilter[], probes: readonly Rows[]): Driver | undefined {
  const found = drivers.map((driver, place) => ({ driver, found: readRow<{ found: number }>(probes[place]).found }));
  return found.toSorted((one, other) => one.found - other.found)[0];
}

/** A remembered selection of filters, up to date; undefined if there is none. */
function* rememberedSteps(request: SelectionRequest, filters: readonly PlacedFilter[]): Steps<Selection | undefined> {
  const known = request.memory.get(selectionKey(request.list, filters));
  return known === undefined ? undefined : yield* updatedSteps(request, known, filters);
}

/** A selection of filters, up to date; undefined if too much has changed since. */
export function* updatedSteps(
  { list, snapshot }: Omit<SelectionRequest, "memory">,
  known: Selection,
  filters: readonly PlacedFilter[],
): Steps<Selection | undefined> {
  const changes = snapshot.revision - known.revision;
  if (changes === 0) return known;
  if (changes < 0 || changes > MOST_CHANGES) return undefined;
  const [rows] = yield [list.changes(known.revision, filters, changes)];
  return updated(known, snapshot.revision, readRows<ChangeOfSelection>(rows));
}

/** Intersects the objects of all filters. */
function* intersectSteps(request: SelectionRequest): Steps<Selection> {
  const { list, memory, snapshot } = request;
  const terms = list.filters.map((placed) => termOf(placed));
  const isInverted = terms.every(({ negative }) => negative);
  const known = new Map<PlacedFilter, Selection>();
  for (const { filter } of terms) {
    const selection = yield* rememberedSteps(request, [filter]);
    if (selection !== undefined && !selection.inverted) known.set(filter, selection);
  }
  const unknown = terms.filter(({ filter }) => !known.has(filter));
  const all = isInverted ? yield* allSteps(request) : 0;
  const statements: readonly BoundStatement[] = unknown.map(({ filter }) => list.ids(filter, snapshot.size));
  const rows = statements.length === 0 ? [] : yield statements;
  for (const [place, { filter }] of unknown.entries()) known.set(filter, selectedBy(request, rows[place]));
  const sets = terms.flatMap(({ filter, negative }): { ids: IdSet; negative: boolean }[] => {
    const selection = known.get(filter);
    if (selection === undefined) return [];
    memory.set(selectionKey(list, [filter]), selection);
    return [{ ids: selection.ids, negative }];
  });
  return selectionOfTerms(snapshot, sets, all);
}

interface PlacedTerm {
  readonly filter: PlacedFilter;
  readonly negative: boolean;
}

/** An index finds the objects without a value in a column. What else lacks something is found by its opposite. */
function termOf(placed: PlacedFilter): PlacedTerm {
  const negative = isNegative(placed.filter) && !isDrivable(placed);
  return { filter: negative ? positiveOf(placed) : placed, negative };
}

/** The number of all objects. */
function* allSteps(request: SelectionRequest): Steps<number> {
  const all = (yield* rememberedSteps(request, [])) ?? (yield* countSteps(request));
  request.memory.set(selectionKey(request.list, []), all);
  return all.count;
}

function* countSteps({ list, snapshot }: SelectionRequest): Steps<Selection> {
  const [rows] = yield [list.countRows(snapshot.size)];
  return everything(snapshot, readRow<{ total: number }>(rows).total);
}

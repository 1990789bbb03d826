import { isDrivable, isNegative, type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { idSet } from "./id-set.js";
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

/** The snapshot that a survey found; `highest` is the highest revision that was known before it began. */
export function snapshotOf(survey: Rows | undefined, memory: SelectionMemory, highest: number): Snapshot {
  const snapshot = readRow<Snapshot>(survey);
  memory.forgetIfOlder(snapshot.revision, highest);
  return snapshot;
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

/** What is known when a selection is looked for, and what is asked for at the same time. */
export interface SelectionHints {
  /** A filter that finds few objects. */
  readonly best?: Driver | undefined;
  /** Statements that are run in the same snapshot: at most one. */
  readonly ahead?: readonly BoundStatement[];
}

/** A selection, and the rows of what was asked for at the same time. */
export interface FoundSelection {
  readonly selection: Selection;
  readonly rows: Rows | undefined;
}

/** A filter that finds at most this part of all objects is the one to begin with; filters that find more are intersected. */
export const FEW_OF_ALL = 0.05;

/** Objects up to which a filter finds few. A thorough probe counts as far as {@link FEW_OF_ALL}. */
export function probeLimit({ list, snapshot }: SelectionRequest, isThorough: boolean): number {
  const { probeLimit: least } = list.context.tuning;
  return isThorough ? Math.max(least, Math.floor(snapshot.size * FEW_OF_ALL)) : least;
}

/** Finds out which objects the list selects, and remembers it. */
export function* selectionSteps(request: SelectionRequest, hints: SelectionHints = {}): Steps<FoundSelection> {
  const { list, memory } = request;
  const found = list.filters.length === 0 ? yield* countedSteps(request, hints) : yield* findSteps(request, hints);
  memory.set(list.selectionKey, found.selection);
  return found;
}

function* findSteps(request: SelectionRequest, hints: SelectionHints): Steps<FoundSelection> {
  const { ahead = [] } = hints;
  const best = hints.best ?? (yield* bestSteps(request));
  if (best === undefined) return yield* intersectSteps(request, ahead);
  const [ids, rows] = yield [request.list.selectedIds(best.driver, best.found), ...ahead];
  return { selection: selectedBy(request, ids), rows };
}

/** Where statements take no turns: the filter that finds few objects, if there are several filters. */
function* bestSteps(request: SelectionRequest): Steps<Driver | undefined> {
  const { list } = request;
  if (list.filters.length < 2 || list.context.dialect.sendsAhead) return undefined;
  const limit = probeLimit(request, true);
  const probes = yield list.drivers.map((driver) => list.probe(driver, limit));
  const best = leastFound(list.drivers, probes);
  return best !== undefined && best.found < limit ? best : undefined;
}

/** The selection whose ids a driver has found. */
function selectedBy({ list, snapshot }: SelectionRequest, rows: Rows | undefined): Selection {
  return selectionOf(snapshot, idSet(list.context.dialect.readIds(readRows(rows))));
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

function isUpdatable({ revision }: Selection, snapshot: Snapshot): boolean {
  return snapshot.revision >= revision && snapshot.revision - revision <= MOST_CHANGES;
}

/** Something that a selection is made of: it is remembered, or read. */
interface Part {
  readonly filters: readonly PlacedFilter[];
  readonly known: Selection | undefined;
  /** What brings it up to date, or reads it. Undefined if it is up to date. */
  readonly statement: BoundStatement | undefined;
  /** Reads it. */
  readonly read: BoundStatement;
  selectionOf(rows: Rows | undefined): Selection;
}

/** Intersects the objects of all filters. All are read, or brought up to date, at the same time. */
function* intersectSteps(request: SelectionRequest, ahead: readonly BoundStatement[]): Steps<FoundSelection> {
  const { list, snapshot } = request;
  const terms = list.filters.map((placed) => termOf(placed));
  const parts = terms.map(({ filter }) => termPart(request, filter));
  if (terms.every(({ negative }) => negative)) parts.push(allPart(request));
  const { selections, rows } = yield* partSteps(request, parts, ahead);
  const sets = terms.flatMap(({ negative }, place) => {
    const ids = selections[place]?.ids;
    return ids === undefined ? [] : [{ ids, negative }];
  });
  const all = selections[terms.length]?.count ?? 0;
  return { selection: selectionOfTerms(snapshot, sets, all), rows };
}

/** The number of all objects. */
function* countedSteps(request: SelectionRequest, { ahead = [] }: SelectionHints): Steps<FoundSelection> {
  const { selections, rows } = yield* partSteps(request, [allPart(request)], ahead);
  const [selection] = selections;
  if (selection === undefined) throw new Error("All objects were not counted");
  return { selection, rows };
}

function* partSteps(
  request: SelectionRequest,
  parts: readonly Part[],
  ahead: readonly BoundStatement[],
): Steps<{ readonly selections: readonly Selection[]; readonly rows: Rows | undefined }> {
  const statements = parts.flatMap(({ statement }) => statement ?? []);
  const answers = statements.length + ahead.length === 0 ? [] : [...(yield [...statements, ...ahead])];
  const selections: Selection[] = [];
  for (const part of parts) {
    const selection = yield* selectionOfPart(request, part, part.statement && answers.shift());
    request.memory.set(selectionKey(request.list, part.filters), selection);
    selections.push(selection);
  }
  return { selections, rows: answers[0] };
}

function* selectionOfPart({ snapshot }: SelectionRequest, part: Part, rows: Rows | undefined): Steps<Selection> {
  const { known, statement, read } = part;
  if (known === undefined) return part.selectionOf(rows);
  if (statement === undefined) return known;
  const now = updated(known, snapshot.revision, readRows<ChangeOfSelection>(rows));
  // The log was trimmed.
  return now ?? part.selectionOf((yield [read])[0]);
}

function termPart(request: SelectionRequest, filter: PlacedFilter): Part {
  const { list, snapshot } = request;
  const read = list.ids(filter, snapshot.size);
  return { ...knownPart(request, [filter], read), read, selectionOf: (rows) => selectedBy(request, rows) };
}

function allPart(request: SelectionRequest): Part {
  const { list, snapshot } = request;
  const read = list.countRows(snapshot.size);
  return {
    ...knownPart(request, [], read),
    read,
    selectionOf: (rows) => everything(snapshot, readRow<{ total: number }>(rows).total),
  };
}

function knownPart(
  { list, memory, snapshot }: SelectionRequest,
  filters: readonly PlacedFilter[],
  read: BoundStatement,
): Pick<Part, "filters" | "known" | "statement"> {
  const known = memory.get(selectionKey(list, filters));
  const isUsable = known !== undefined && isUpdatable(known, snapshot) && (filters.length === 0 || !known.inverted);
  if (!isUsable) return { filters, known: undefined, statement: read };
  const passed = snapshot.revision - known.revision;
  return { filters, known, statement: passed === 0 ? undefined : list.changes(known.revision, filters, passed) };
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

import { isDrivable, isNegative, type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import { emptyIdSet } from "../sql/id-set.js";
import type { BoundList } from "./bound-list.js";
import { countedRange, everything, type Selection, selectionOf, selectionOfTerms, updatedBy } from "./selection.js";
import { selectionKey, type SelectionMemory, type Snapshot } from "./selection-memory.js";
import { type BoundStatement, inSnapshot, rowOf, type Rows, type Steps } from "./steps.js";

/** A list, what is remembered, and the snapshot that is read. */
export interface SelectionRequest {
  readonly list: BoundList;
  readonly memory: SelectionMemory;
  readonly snapshot: Snapshot;
  /** The filter that finds the fewest objects, if it finds few. */
  readonly driver: Driver | undefined;
}

export interface Driver {
  readonly filter: PlacedFilter;
  readonly found: number;
}

/** How a selection is looked for. */
export interface SelectionHints {
  /** Whether the list was asked before. Then a range is worth its ids: its number need not be counted after each write. */
  readonly isAgain?: boolean;
  /** A statement that is run in the same step. */
  readonly ahead?: BoundStatement | undefined;
}

/** A selection, and the rows of the statement that was run in the same step. */
export interface FoundSelection {
  readonly selection: Selection;
  readonly rows: Rows | undefined;
}

/** Begins the snapshot of a list. If its selection is not remembered, finds the driver, which is the filter with the smallest count. */
export function* surveySteps(list: BoundList, memory: SelectionMemory): Steps<SelectionRequest> {
  const { highest } = memory;
  const isCounted = !list.isRange && memory.get(list.selectionKey) === undefined;
  const counted = isCounted ? list.drivers : [];
  const [survey, ...counts] = yield* inSnapshot([list.survey(), ...counted.map((filter) => list.countUpToFew(filter))]);
  const snapshot = rowOf<Snapshot>(survey);
  memory.forgetIfOlder(snapshot.revision, highest);
  const found = counted.map((filter, place) => ({ filter, found: rowOf<{ found: number }>(counts[place]).found }));
  const [least] = found.toSorted((one, other) => one.found - other.found);
  const { few, fewOfAll } = list.context.tuning;
  const isFew = least !== undefined && least.found < Math.max(few, Math.floor(snapshot.size * fewOfAll));
  return { list, memory, snapshot, driver: isFew ? least : undefined };
}

/** Reads which objects the list selects, and remembers it. */
export function* selectionSteps(request: SelectionRequest, hints: SelectionHints = {}): Steps<FoundSelection> {
  const found = yield* findSteps(request, hints);
  request.memory.set(request.list.selectionKey, found.selection);
  return found;
}

function* findSteps(request: SelectionRequest, { ahead, isAgain = false }: SelectionHints): Steps<FoundSelection> {
  const { list, snapshot, driver } = request;
  const [first] = list.filters;
  if (list.isRange && first !== undefined) {
    const [found, rows] = yield* inSnapshot([
      isAgain ? list.selectedIds(first) : list.countRange(),
      ...optional(ahead),
    ]);
    const selection = isAgain ? selectedBy(request, found) : countedRange(snapshot, totalOf(found));
    return { selection, rows };
  }
  if (driver === undefined) return yield* intersectSteps(request, optional(ahead));
  if (driver.found === 0) return { selection: selectionOf(snapshot, emptyIdSet), rows: undefined };
  const [ids, rows] = yield* inSnapshot([list.selectedIds(driver.filter), ...optional(ahead)]);
  return { selection: selectedBy(request, ids), rows };
}

function optional(statement: BoundStatement | undefined): readonly BoundStatement[] {
  return statement === undefined ? [] : [statement];
}

function totalOf(rows: Rows | undefined): number {
  return rowOf<{ total: number }>(rows).total;
}

function selectedBy({ list, snapshot }: Pick<SelectionRequest, "list" | "snapshot">, rows: Rows = []): Selection {
  return selectionOf(snapshot, list.context.dialect.readIds(rows, snapshot.size));
}

/** Intersects the objects of all filters. Those of a filter are remembered too, since other lists may have it. */
function* intersectSteps(request: SelectionRequest, ahead: readonly BoundStatement[]): Steps<FoundSelection> {
  const { snapshot } = request;
  const terms = request.list.filters.map(termOf);
  const parts = terms.map(({ filter }) => filterPart(request, filter));
  if (terms.every(({ isExcluded }) => isExcluded)) parts.push(allPart(request));
  const { selections, rows } = yield* partSteps(request, parts, ahead);
  const [only] = selections;
  if (terms.length === 0 && only !== undefined) return { selection: only, rows };
  const sets = terms.flatMap(({ isExcluded }, place) => {
    const ids = selections[place]?.ids;
    return ids === undefined ? [] : [{ ids, isExcluded }];
  });
  const all = selections[terms.length]?.count ?? 0;
  return { selection: selectionOfTerms(snapshot, sets, all), rows };
}

/** The objects of one filter, or all objects: remembered, or read. */
interface Part {
  readonly key: string;
  readonly known: Selection | undefined;
  /** What reads it. */
  readonly read: BoundStatement;
  /** What brings it up to date. */
  readonly update: BoundStatement | undefined;
  selectionOf(rows: Rows | undefined): Selection;
}

function* partSteps(
  { memory }: SelectionRequest,
  parts: readonly Part[],
  ahead: readonly BoundStatement[],
): Steps<{ readonly selections: readonly Selection[]; readonly rows: Rows | undefined }> {
  const answers = yield* inSnapshot([...parts.map(({ update, read }) => update ?? read), ...ahead]);
  const selections: Selection[] = [];
  for (const [place, part] of parts.entries()) {
    const now = part.known && updatedBy(part.known, String(answers[place]?.[0])).selection;
    const answer = part.known !== undefined && now === undefined ? (yield* inSnapshot([part.read]))[0] : answers[place];
    const selection = now ?? part.selectionOf(answer);
    memory.set(part.key, selection);
    selections.push(selection);
  }
  return { selections, rows: answers[parts.length] };
}

function filterPart(request: SelectionRequest, filter: PlacedFilter): Part {
  const read = request.list.ids(filter);
  return { ...knownPart(request, [filter]), read, selectionOf: (rows) => selectedBy(request, rows) };
}

function allPart(request: SelectionRequest): Part {
  const read = request.list.countRows();
  return { ...knownPart(request, []), read, selectionOf: (rows) => everything(request.snapshot, totalOf(rows)) };
}

function knownPart(
  { list, memory }: SelectionRequest,
  filters: readonly PlacedFilter[],
): Pick<Part, "key" | "known" | "update"> {
  const key = selectionKey(list.tables.table, filters);
  const known = memory.get(key);
  return { key, known, update: known && list.changes(known.revision, filters) };
}

/** The keys of what a list selects, and of all that it is made of. */
export function selectionKeys(list: BoundList): readonly string[] {
  const parts = [[], ...list.filters.map((filter) => [termOf(filter).filter])];
  return [list.selectionKey, ...parts.map((filters) => selectionKey(list.tables.table, filters))];
}

/** A filter, as its objects are found. */
interface PlacedTerm {
  readonly filter: PlacedFilter;
  readonly isExcluded: boolean;
}

/** An index finds the objects without a value in a column. What else lacks something is found by its opposite. */
function termOf(placed: PlacedFilter): PlacedTerm {
  const isExcluded = isNegative(placed.filter) && !isDrivable(placed);
  return { filter: isExcluded ? positiveOf(placed) : placed, isExcluded };
}

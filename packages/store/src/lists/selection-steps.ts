import { isDrivable, isNegative, type ListFilter, positiveOf } from "../sql/filter-condition.js";
import { emptyIdSet } from "../sql/id-set.js";
import type { BoundList } from "./bound-list.js";
import { countedRange, everything, type Selection, selectionOf, selectionOfTerms, updatedBy } from "./selection.js";
import { selectionKey } from "./list-key.js";
import type { SelectionMemory, Snapshot } from "./selection-memory.js";
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
  readonly filter: ListFilter;
  readonly found: number;
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

/**
 * Reads which objects the list selects, and remembers it.
 *
 * @param isAgain whether the list was asked before. Then a range is worth its ids: its number need not be counted after each write.
 */
export function* selectionSteps(request: SelectionRequest, isAgain: boolean): Steps<Selection> {
  const selection = yield* findSteps(request, isAgain);
  request.memory.set(request.list.selectionKey, selection);
  return selection;
}

function* findSteps(request: SelectionRequest, isAgain: boolean): Steps<Selection> {
  const { list, snapshot, driver } = request;
  const [first] = list.filters;
  if (list.isRange && first !== undefined && !isAgain) {
    const [total] = yield* inSnapshot([list.countRange()]);
    return countedRange(snapshot, totalOf(total));
  }
  if (driver?.found === 0) return selectionOf(snapshot, emptyIdSet);
  const through = driver?.filter ?? (list.isRange ? first : undefined);
  if (through === undefined) return yield* intersectSteps(request);
  const [ids] = yield* inSnapshot([list.selectedIds(through)]);
  return selectedBy(request, ids);
}

function totalOf(rows: Rows | undefined): number {
  return rowOf<{ total: number }>(rows).total;
}

function selectedBy({ list, snapshot }: Pick<SelectionRequest, "list" | "snapshot">, rows: Rows = []): Selection {
  return selectionOf(snapshot, list.context.dialect.readIds(rows));
}

/** Intersects the objects of all filters. Those of a filter are remembered too, since other lists may have it. */
function* intersectSteps(request: SelectionRequest): Steps<Selection> {
  const { snapshot } = request;
  const terms = request.list.filters.map(termOf);
  const parts = terms.map(({ filter }) => filterPart(request, filter));
  if (terms.every(({ isExcluded }) => isExcluded)) parts.push(allPart(request));
  const selections = yield* partSteps(request, parts);
  const [only] = selections;
  if (terms.length === 0 && only !== undefined) return only;
  const sets = terms.flatMap(({ isExcluded }, place) => {
    const ids = selections[place]?.ids;
    return ids === undefined ? [] : [{ ids, isExcluded }];
  });
  return selectionOfTerms(snapshot, sets, selections[terms.length]?.count ?? 0);
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

function* partSteps({ memory }: SelectionRequest, parts: readonly Part[]): Steps<readonly Selection[]> {
  const answers = yield* inSnapshot(parts.map(({ update, read }) => update ?? read));
  const selections: Selection[] = [];
  for (const [place, part] of parts.entries()) {
    const now = part.known && updatedBy(part.known, String(answers[place]?.[0])).selection;
    const answer = part.known !== undefined && now === undefined ? (yield* inSnapshot([part.read]))[0] : answers[place];
    const selection = now ?? part.selectionOf(answer);
    memory.set(part.key, selection);
    selections.push(selection);
  }
  return selections;
}

function filterPart(request: SelectionRequest, filter: ListFilter): Part {
  const read = request.list.ids(filter);
  return { ...knownPart(request, [filter]), read, selectionOf: (rows) => selectedBy(request, rows) };
}

function allPart(request: SelectionRequest): Part {
  const read = request.list.countRows();
  return { ...knownPart(request, []), read, selectionOf: (rows) => everything(request.snapshot, totalOf(rows)) };
}

function knownPart(
  { list, memory }: SelectionRequest,
  filters: readonly ListFilter[],
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

/** A filter whose objects an index finds, and whether they are those that are not selected. */
interface FoundTerm {
  readonly filter: ListFilter;
  readonly isExcluded: boolean;
}

/** An index finds the objects without a value in a column. What else lacks something is found by its opposite. */
function termOf(filter: ListFilter): FoundTerm {
  const isExcluded = isNegative(filter) && !isDrivable(filter);
  return { filter: isExcluded ? positiveOf(filter) : filter, isExcluded };
}

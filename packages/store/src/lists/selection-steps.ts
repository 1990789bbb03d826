import { isDrivable, isNegative, type ListFilter, positiveOf } from "../sql/filter-condition.js";
import { emptyIdSet, type IdSet } from "../sql/id-set.js";
import type { BoundList } from "./bound-list.js";
import { countedRange, type Selection, selectionOf, selectionOfTerms } from "./selection.js";
import type { SelectionMemory, Snapshot } from "./selection-memory.js";
import { inSnapshot, rowOf, type Rows, type Steps } from "./steps.js";

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
  // Changes of the list's own objects would not tell how it changes.
  if (!request.list.dependsOnOthers) request.memory.set(request.list.selectionKey, selection);
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
  return selectionOf(snapshot, idsOf(list, ids));
}

function totalOf(rows: Rows | undefined): number {
  return rowOf<{ total: number }>(rows).total;
}

function idsOf({ context }: BoundList, rows: Rows = []): IdSet {
  return context.dialect.readIds(rows);
}

/** Intersects the objects of all filters. If all filters exclude objects, or there is none, it has to be known how many objects there are. */
function* intersectSteps({ list, snapshot }: SelectionRequest): Steps<Selection> {
  const terms = list.filters.map(termOf);
  const isCounted = terms.every(({ isExcluded }) => isExcluded);
  const reads = terms.map(({ filter }) => list.ids(filter));
  const answers = yield* inSnapshot(isCounted ? [...reads, list.countRows()] : reads);
  const sets = terms.map(({ isExcluded }, place) => ({ ids: idsOf(list, answers[place]), isExcluded }));
  return selectionOfTerms(snapshot, sets, isCounted ? totalOf(answers.at(-1)) : 0);
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

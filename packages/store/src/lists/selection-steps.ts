import type { Term } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import {
  countedTerms,
  type Driver,
  driverOf,
  foundIds,
  type IdPlan,
  isExcluding,
  planIds,
  readsOf,
  type TermCounts,
} from "./id-plan.js";
import { countedRange, type Selection, selectionOf, selectionWithout } from "./selection.js";
import type { SelectionMemory, Snapshot } from "./selection-memory.js";
import { inSnapshot, rowOf, type Rows, type Steps } from "./steps.js";

/** A list, what is remembered, and the snapshot that is read. */
export interface SelectionRequest {
  readonly list: BoundList;
  readonly memory: SelectionMemory;
  readonly snapshot: Snapshot;
  readonly counts: TermCounts;
  /** The filter that finds the fewest objects, if it finds few. */
  readonly driver: Driver | undefined;
}

/** Begins the snapshot of a list. If its selection is not remembered, counts what each term finds, also within alternatives. */
export function* surveySteps(list: BoundList, memory: SelectionMemory): Steps<SelectionRequest> {
  const { highest } = memory;
  const isCounted = !list.isRange && memory.get(list.selectionKey) === undefined;
  const counted = isCounted ? countedTerms(list.filters) : [];
  const [survey, ...rows] = yield* inSnapshot([list.survey(), ...counted.map((term) => list.countUpToFew(term))]);
  const snapshot = rowOf<Snapshot>(survey);
  memory.forgetIfOlder(snapshot.revision, highest);
  const found = new Map<Term, number>();
  for (const [place, term] of counted.entries()) found.set(term, rowOf<{ found: number }>(rows[place]).found);
  const { few, fewOfAll } = list.context.tuning;
  const most = Math.max(few, Math.floor(snapshot.size * fewOfAll));
  const counts = { of: (term: Term) => found.get(term), isFew: (count: number) => count < most };
  return { list, memory, snapshot, counts, driver: driverOf(list.plan, counts) };
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
  const { list, snapshot } = request;
  const [first] = list.filters;
  const isRange = list.isRange && first !== undefined;
  if (isRange && !isAgain) {
    const [total] = yield* inSnapshot([list.countRange()]);
    return countedRange(snapshot, totalOf(total));
  }
  const through = isRange && first.test !== "any" ? first : undefined;
  const plan =
    through === undefined ? planIds(list, list.plan, request.counts) : { read: list.selectedIds(list.plan, through) };
  return yield* readSteps(request, plan);
}

function* readSteps({ list, snapshot }: SelectionRequest, plan: IdPlan): Steps<Selection> {
  const reads = readsOf(plan);
  const isCounted = isExcluding(plan);
  const answers = yield* inSnapshot(isCounted ? [...reads, list.countRows()] : reads);
  const read = new Map(reads.map((statement, place) => [statement, answers[place]]));
  const { ids } = foundIds(plan, (statement) => list.context.dialect.readIds(read.get(statement) ?? []));
  return isCounted ? selectionWithout(snapshot, ids, totalOf(answers.at(-1))) : selectionOf(snapshot, ids);
}

function totalOf(rows: Rows | undefined): number {
  return rowOf<{ total: number }>(rows).total;
}

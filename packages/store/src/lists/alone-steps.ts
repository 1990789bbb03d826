import type { BoundList } from "./bound-list.js";
import { firstWindow } from "./answer-steps.js";
import { planRows } from "./plan-rows.js";
import type { Selection } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import type { Snapshot } from "./selection-steps.js";
import { type ListAnswer, rowsOf, type Steps } from "./steps.js";

interface LoneRow<Data> {
  readonly data: Data;
  readonly revision: number;
}

/**
 * Tries to answer a page with a single statement, which needs no transaction to see one snapshot. That works if what the list selects was
 * remembered at the revision that the rows have. Returns undefined if it does not work.
 */
export function* aloneSteps<Data>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data> | undefined> {
  const { window, total } = list.plan;
  if (window.by !== "page") return undefined;
  if (list.filters.length === 0 && !total) return yield* orderedPage<Data>(list, window.size);
  const known = memory.get(list.selectionKey);
  return known === undefined || !memory.isNewest(known.revision) ? undefined : yield* knownPage<Data>(list, known);
}

function* orderedPage<Data>(list: BoundList, size: number): Steps<ListAnswer<Data> | undefined> {
  const rows = yield* rowsOf<LoneRow<Data>>(list.rowsAlone({ by: "walk" }, firstWindow(list)));
  const [first] = rows;
  if (first === undefined) return undefined;
  return { items: itemsOf(rows.slice(0, size)), revision: first.revision, hasNext: rows.length > size };
}

function* knownPage<Data>(list: BoundList, known: Selection): Steps<ListAnswer<Data> | undefined> {
  const { access, otherwise, wanted, window } = planRows(list, known, firstWindow(list, known));
  const isNow = (revision: number | undefined): boolean => revision === known.revision;
  const { revision, count } = known;
  const facts = { revision, hasNext: window.offset + window.limit < count, ...(list.plan.total && { total: count }) };
  if (wanted === 0) {
    const [survey] = yield* rowsOf<Snapshot>(list.survey());
    return isNow(survey?.revision) ? { items: [], ...facts } : undefined;
  }
  for (const way of otherwise === undefined ? [access] : [access, otherwise]) {
    const rows = yield* rowsOf<LoneRow<Data>>(list.rowsAlone(way, window));
    if (rows.length > 0 && !isNow(rows[0]?.revision)) return undefined;
    if (rows.length >= wanted) return { items: itemsOf(rows), ...facts };
  }
  return undefined;
}

function itemsOf<Data>(rows: readonly LoneRow<Data>[]): readonly Data[] {
  return rows.map(({ data }) => data);
}

import type { BoundList } from "./bound-list.js";
import { firstWindow } from "./answer-steps.js";
import { firstLook } from "./new-list-steps.js";
import { planRows } from "./plan-rows.js";
import type { RowAccess } from "./row-access.js";
import type { Selection } from "./selection.js";
import type { SelectionMemory, Snapshot } from "./selection-memory.js";
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
  if (list.isRange && !total) return yield* firstPage<Data>(list, { by: "walk" });
  const known = memory.get(list.selectionKey);
  if (known === undefined) return total ? undefined : yield* broadPage<Data>(list, memory);
  if (!memory.isNewest(known.revision)) return undefined;
  const answer = yield* knownPage<Data>(list, known);
  // Something was written, and this process does not know of it yet.
  if (answer === undefined) memory.forgetNewest();
  return answer;
}

function* firstPage<Data>(list: BoundList, access: RowAccess): Steps<ListAnswer<Data> | undefined> {
  const window = firstWindow(list);
  const rows = yield* rowsOf<LoneRow<Data>>(list.rowsAlone(access, window));
  const [first] = rows;
  if (first === undefined) return undefined;
  const size = window.limit - 1;
  return { items: itemsOf(rows.slice(0, size)), revision: first.revision, hasNext: rows.length > size };
}

/** A page of a list that found enough objects among the first ones before, and probably does so again. */
function* broadPage<Data>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data> | undefined> {
  const look = firstLook(list);
  if (look === undefined || !memory.isBroad(list.selectionKey)) return undefined;
  const page = yield* firstPage<Data>(list, look);
  if (page?.hasNext === true) return page;
  memory.forgetBroad(list.selectionKey);
  return undefined;
}

function* knownPage<Data>(list: BoundList, known: Selection): Steps<ListAnswer<Data> | undefined> {
  const { access, wanted, window } = planRows(list, { selection: known }, firstWindow(list, known));
  const { revision, count } = known;
  const facts = { revision, hasNext: window.offset + window.limit < count, ...(list.plan.total && { total: count }) };
  if (wanted === 0) {
    const [survey] = yield* rowsOf<Snapshot>(list.survey());
    return survey?.revision === revision ? { items: [], ...facts } : undefined;
  }
  const rows = yield* rowsOf<LoneRow<Data>>(list.rowsAlone(access, window));
  return rows[0]?.revision === revision && rows.length >= wanted ? { items: itemsOf(rows), ...facts } : undefined;
}

function itemsOf<Data>(rows: readonly LoneRow<Data>[]): readonly Data[] {
  return rows.map(({ data }) => data);
}

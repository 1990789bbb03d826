import type { BoundList } from "./bound-list.js";
import { firstWindow, type StoredData } from "./answer-steps.js";
import { firstLook } from "./new-list-steps.js";
import { planRows } from "./plan-rows.js";
import type { RowAccess } from "./row-access.js";
import type { Selection } from "./selection.js";
import type { SelectionMemory, Snapshot } from "./selection-memory.js";
import { type BoundStatement, GIVEN_UP, type ListAnswer, rowsOf, type Steps } from "./steps.js";

/** The items of a page and their revision. */
type LonePage<Data> = Pick<ListAnswer<Data>, "items" | "revision">;

/**
 * Tries to answer a page with a single statement, which needs no transaction to see one snapshot. That works if what the list selects was
 * remembered at the revision that the rows have. Returns undefined if it does not work.
 */
export function* aloneSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const { window, total } = list.plan;
  if (window.by !== "page") return undefined;
  if (list.isRange && !total) return yield* firstPage<Data>(list, { by: "walk" });
  const known = memory.get(list.selectionKey);
  if (known === undefined) return total ? undefined : yield* broadPage<Data>(list, memory);
  // A turn to a server is not worth a try. SQLite compares the revisions before it looks for rows.
  if (list.context.dialect.sendsAhead && !memory.isNewest(known.revision)) return undefined;
  const answer = yield* knownPage<Data>(list, known);
  // Something was written, and this process does not know of it yet.
  if (answer === undefined) memory.forgetNewest();
  return answer;
}

function* firstPage<Data extends StoredData>(list: BoundList, access: RowAccess): Steps<ListAnswer<Data>> {
  const window = firstWindow(list);
  const { items, revision } = yield* lonePage<Data>(list.rowsAlone(access, window));
  const size = window.limit - 1;
  return { items: items.slice(0, size), revision, hasNext: items.length > size };
}

/** A page of a list that found enough objects among the first ones before, and probably does so again. */
function* broadPage<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const look = firstLook(list);
  if (look === undefined || !memory.isBroad(list.selectionKey, "at once")) return undefined;
  const page = yield* firstPage<Data>(list, look);
  if (page.hasNext) return page;
  memory.forgetBroad(list.selectionKey);
  return undefined;
}

function* knownPage<Data extends StoredData>(
  list: BoundList,
  selection: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { revision, count } = selection;
  const { access, otherwise, wanted, window } = planRows(list, { selection }, firstWindow(list, selection));
  const facts = { revision, hasNext: window.offset + window.limit < count, ...(list.plan.total && { total: count }) };
  if (wanted === 0) {
    const [survey] = yield* rowsOf<Snapshot>(list.survey());
    return survey?.revision === revision ? { items: [], ...facts } : undefined;
  }
  const instead = otherwise && list.rowsAlone(otherwise, window, revision);
  const page = yield* lonePage<Data>(list.rowsAlone(access, window, revision), instead);
  return page.revision === revision && page.items.length >= wanted ? { items: page.items, ...facts } : undefined;
}

/** The first row is the revision. */
function* lonePage<Data extends StoredData>(
  statement: BoundStatement,
  instead?: BoundStatement,
): Steps<LonePage<Data>> {
  const found = yield* rowsOf<Data>(statement);
  const rows = found === GIVEN_UP && instead !== undefined ? yield* rowsOf<Data>(instead) : found;
  const [revision, ...items] = rows;
  return { items, revision: Number(revision) };
}

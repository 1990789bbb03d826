import type { BoundList } from "./bound-list.js";
import { answerOf, firstWindow, type StoredData } from "./answer-steps.js";
import { firstLook } from "./new-list-steps.js";
import { planRows } from "./plan-rows.js";
import type { RowAccess } from "./row-access.js";
import type { Selection } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import { type BoundStatement, GIVEN_UP, type ListAnswer, rowsOf, type Steps } from "./steps.js";

/** The rows of a window and their revision. */
interface LoneRows {
  readonly rows: readonly unknown[];
  readonly revision: number;
}

/**
 * Tries to answer a list with a single statement, which needs no transaction to see one snapshot. That works if what the list selects was
 * remembered at the revision that the rows have. Returns undefined if it does not work.
 */
export function* aloneSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const { total } = list.plan;
  if (list.isRange && !total) return yield* firstRows<Data>(list, { by: "walk" });
  const known = memory.get(list.selectionKey);
  if (known === undefined) return total ? undefined : yield* broadRows<Data>(list, memory);
  // A turn to a server is not worth a try. SQLite compares the revisions before it looks for rows.
  if (list.context.dialect.sendsAhead && !memory.isNewest(known.revision)) return undefined;
  const answer = yield* knownRows<Data>(list, known);
  // Something was written, and this process does not know of it yet.
  if (answer === undefined) memory.forgetNewest();
  return answer;
}

function* firstRows<Data extends StoredData>(list: BoundList, access: RowAccess): Steps<ListAnswer<Data> | undefined> {
  const read = yield* loneRows(list.rowsAlone(access, firstWindow(list)));
  return read && answerOf({ list, snapshot: { revision: read.revision } }, read.rows);
}

/** A list that found enough objects among the first ones before, and probably does so again. */
function* broadRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const look = firstLook(list);
  if (look === undefined || !memory.isBroad(list.selectionKey)) return undefined;
  const { mayLook, sendsAhead } = list.context.dialect;
  const answer = yield* firstRows<Data>(list, look);
  // A walk that was not given up has all rows, also if they do not fill the window.
  if (answer?.hasNext === true || mayLook !== undefined) return answer;
  if (sendsAhead) memory.forgetBroad(list.selectionKey);
  return undefined;
}

function* knownRows<Data extends StoredData>(
  list: BoundList,
  selection: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { revision } = selection;
  const found = { list, snapshot: { revision }, selection };
  const { access, otherwise, wanted, window } = planRows(list, { selection }, firstWindow(list, selection));
  if (wanted === 0) {
    const [now] = yield* rowsOf(list.revision());
    return Number(now) === revision ? answerOf(found, []) : undefined;
  }
  // Made only if it is needed: to write thousands of ids down takes longer than the walk.
  const instead = otherwise && ((): BoundStatement => list.rowsAlone(otherwise, window, revision));
  const read = yield* loneRows(list.rowsAlone(access, window, revision), instead);
  if (read === undefined) return undefined;
  // How many rows a page has is known; how many there are behind a position is not.
  const isWhole = list.plan.window.by === "keyset" || read.rows.length >= wanted;
  return read.revision === revision && isWhole ? answerOf(found, read.rows) : undefined;
}

/** The first row has the revision in the place of an object. Undefined if the walk is given up and there is nothing else to read. */
function* loneRows(statement: BoundStatement, instead?: () => BoundStatement): Steps<LoneRows | undefined> {
  const seen = yield* rowsOf(statement);
  const found = seen === GIVEN_UP && instead !== undefined ? yield* rowsOf(instead()) : seen;
  if (found === GIVEN_UP) return undefined;
  const [first, ...rows] = found;
  return {
    rows,
    revision: Number(statement.plucked ? first : (first as { readonly data: unknown } | undefined)?.data),
  };
}

import { type LogPosition, readPosition } from "../log-position.js";
import type { BoundList } from "./bound-list.js";
import { answerOf, firstWindow, type StoredData } from "./answer-steps.js";
import { changedSteps, isWhole, textOf } from "./changed-steps.js";
import { isSmall, serversChoice } from "./joined-steps.js";
import { firstLook } from "./new-list-steps.js";
import { planRows } from "./plan-rows.js";
import type { RowAccess } from "./row-access.js";
import type { Selection } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import { type BoundStatement, GIVEN_UP, type ListAnswer, rowsOf, type Steps } from "./steps.js";

/** The rows of a window and their position. */
interface LoneRows {
  readonly rows: readonly unknown[];
  readonly position: LogPosition;
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
  const size = memory.sizeOf(list.tables.table);
  if (list.isRange && !total) return yield* firstRows<Data>(list, { by: "walk", size });
  const known = memory.get(list.selectionKey);
  const { sendsAhead } = list.context.dialect;
  if (known === undefined) return total ? undefined : yield* newRows<Data>(list, memory);
  const canUpdate = sendsAhead && known.isCounted !== true;
  if (!memory.isNewest(known.revision)) return canUpdate ? yield* changedSteps<Data>(list, memory, known) : undefined;
  const answer = yield* knownRows<Data>(list, memory, known);
  // Something was written, and this process does not know of it yet.
  if (answer === undefined) memory.forgetNewest();
  return answer;
}

function* firstRows<Data extends StoredData>(list: BoundList, access: RowAccess): Steps<ListAnswer<Data> | undefined> {
  const read = yield* loneRows(list.rowsAlone(access, firstWindow(list)));
  return read && answerOf({ list, snapshot: read.position }, read.rows);
}

/** A list that found enough objects among the first ones before, and probably does so again. */
function* broadRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const look = firstLook(list);
  if (look === undefined || !memory.isBroad(list.selectionKey, "at once")) return undefined;
  const answer = yield* firstRows<Data>(list, look);
  // On SQLite, a walk that was not given up has all rows, also if they do not fill the window.
  if (answer?.hasNext === true || !list.context.dialect.sendsAhead) return answer;
  memory.forgetBroad(list.selectionKey);
  return undefined;
}

/** A list whose total is not wanted. What it selects need not be known to answer it; if it is asked again, that is worth to be read. */
function* newRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const { selectionKey } = list;
  if (!isSmall(list, memory) || memory.isBroad(selectionKey)) return yield* broadRows<Data>(list, memory);
  memory.setBroad(selectionKey, "later");
  return yield* firstRows<Data>(list, serversChoice(list));
}

function* knownRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  selection: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { revision } = selection;
  const mayMiss = !memory.isUneven(list.selectionKey);
  const plan = planRows(list, { selection, mayMiss }, firstWindow(list, selection));
  const { access, otherwise, wanted, window } = plan;
  if (wanted === 0) {
    const [now] = yield* rowsOf<string>(list.position());
    const position = readPosition(now ?? "");
    return position.revision === revision ? answerOf({ list, snapshot: position, selection }, []) : undefined;
  }
  // Made only if it is needed: to write thousands of ids down takes longer than the walk.
  const instead = otherwise && ((): BoundStatement => list.rowsAlone(otherwise, window, revision));
  const read = yield* loneRows(list.rowsAlone(access, window, revision), instead);
  if (read === undefined || read.position.revision !== revision) return undefined;
  if (isWhole(list, plan, read.rows)) return answerOf({ list, snapshot: read.position, selection }, read.rows);
  memory.setUneven(list.selectionKey);
  return undefined;
}

/** The first row has the position in the place of an object. Undefined if the walk is given up and there is nothing else to read. */
function* loneRows(statement: BoundStatement, instead?: () => BoundStatement): Steps<LoneRows | undefined> {
  const seen = yield* rowsOf(statement);
  const found = seen === GIVEN_UP && instead !== undefined ? yield* rowsOf(instead()) : seen;
  if (found === GIVEN_UP) return undefined;
  const [first, ...rows] = found;
  return { rows, position: readPosition(textOf(statement, first)) };
}

import type { BoundList } from "./bound-list.js";
import { answerSteps, firstWindow, type StoredData } from "./answer-steps.js";
import { selectionAfter, textOf } from "./changed-steps.js";
import { againSteps, newHereSteps, newSteps, selectedSteps } from "./new-list-steps.js";
import { planRows } from "./plan-rows.js";
import { type ChangeOfSelection, type Selection, updated } from "./selection.js";
import { type SelectionMemory, snapshotOf } from "./selection-memory.js";
import { selectedBy } from "./selection-request.js";
import { updatedSteps } from "./selection-steps.js";
import { type ListAnswer, readRows, rowsOf, type Steps } from "./steps.js";

/** Changes that are read before it is known how many there are. */
const FEW_CHANGES = 64;

/**
 * Answers a list of some items: finds out which objects are selected, from what is remembered if possible; chooses how to read the rows; reads
 * them. On PostgreSQL that takes one turn to the server if the selection is remembered, else one or two.
 */
export function* listSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const { plan, isRange, selectionKey } = list;
  const isSelecting = !isRange || plan.total;
  const known = isSelecting ? memory.get(selectionKey) : undefined;
  if (known?.isCounted === true) return yield* countedSteps<Data>(list, memory, known);
  if (known !== undefined) return yield* knownSteps<Data>(list, memory, known);
  if (isRange) return yield* rangeSteps<Data>(list, memory);
  return list.context.dialect.sendsAhead
    ? yield* newSteps<Data>(list, memory)
    : yield* newHereSteps<Data>(list, memory);
}

/** A list whose selection is remembered: it is brought up to date. */
function* knownSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data>> {
  if (!list.context.dialect.sendsAhead) return yield* knownHereSteps<Data>(list, memory, known);
  // Rows are asked for before it is known what has changed, and found in a way that is right nevertheless.
  const { access, window, wanted } = planRows(list, { selection: known, isOld: true }, firstWindow(list, known));
  const changes = list.changes(known.revision, list.filters, memory.changesSince(known.revision));
  const ahead = wanted === 0 ? [] : [list.rows(access, window)];
  const { highest } = memory;
  const [survey, changed, rows] = yield [list.survey(), changes, ...ahead];
  const snapshot = snapshotOf(survey, memory, highest);
  const selection = updated(known, snapshot.revision, readRows<ChangeOfSelection>(changed));
  if (selection === undefined) return yield* againSteps<Data>({ list, memory, snapshot });
  memory.set(list.selectionKey, selection);
  return yield* answerSteps<Data>({ list, snapshot, selection }, rows && readRows(rows));
}

/** The same where a statement takes no turn. Mostly little has changed, which one statement tells. */
function* knownHereSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data>> {
  const { highest } = memory;
  const changes = list.changesAlone(known.revision, FEW_CHANGES);
  const now = selectionAfter(known, textOf(changes, (yield* rowsOf(changes))[0]));
  memory.forgetIfOlder(now.position.revision, highest);
  if (now.selection === undefined) return yield* muchChangedSteps<Data>(list, memory, known);
  memory.set(list.selectionKey, now.selection);
  return yield* answerSteps<Data>({ list, snapshot: now.position, selection: now.selection });
}

/** More has changed than is read at once, or the log was trimmed. */
function* muchChangedSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data>> {
  const { highest } = memory;
  const [survey] = yield [list.survey()];
  const snapshot = snapshotOf(survey, memory, highest);
  const selection = yield* updatedSteps({ list, snapshot }, known, list.filters);
  if (selection === undefined) return yield* againSteps<Data>({ list, memory, snapshot });
  memory.set(list.selectionKey, selection);
  return yield* answerSteps<Data>({ list, snapshot, selection });
}

/** A range that was counted. If something was written since, its ids are read, so that its number need not be counted after each write. */
function* countedSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data>> {
  const { highest } = memory;
  const ahead = list.context.dialect.sendsAhead ? [list.rows({ by: "walk" }, firstWindow(list))] : [];
  const [survey, ids, rows] = yield [list.survey(), list.rangeIds(known.size), ...ahead];
  const snapshot = snapshotOf(survey, memory, highest);
  const isCurrent = known.revision === snapshot.revision;
  const selection = isCurrent ? known : selectedBy({ list, memory, snapshot }, ids);
  memory.set(list.selectionKey, selection);
  return yield* answerSteps<Data>({ list, snapshot, selection }, rows && readRows(rows));
}

/** A list of objects that lie together in its order, such as all objects: it has only to count them. */
function* rangeSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const { highest } = memory;
  // Where rows take no turn, there may be none to read once their number is known.
  const ahead = list.context.dialect.sendsAhead ? [list.rows({ by: "walk" }, firstWindow(list))] : [];
  const [survey, rows] = yield [list.survey(), ...ahead];
  const snapshot = snapshotOf(survey, memory, highest);
  memory.setSize(list.tables.table, snapshot.size);
  const seen = rows && readRows(rows);
  if (!list.plan.total) return yield* answerSteps<Data>({ list, snapshot }, seen);
  return yield* selectedSteps<Data>({ list, memory, snapshot }, { seen });
}

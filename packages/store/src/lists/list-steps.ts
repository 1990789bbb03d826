import { readPosition } from "../log-position.js";
import type { RowWindow } from "../sql/rows-shape.js";
import { answerOf, type StoredData } from "./answer.js";
import type { BoundList } from "./bound-list.js";
import { accessFor, type RowAccess, wantedRows } from "./plan-rows.js";
import { type Selection, updatedBy } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import { type SelectionRequest, selectionSteps, surveySteps } from "./selection-steps.js";
import {
  alone,
  type BoundStatement,
  inSnapshot,
  type ListAnswer,
  type ListRow,
  type Rows,
  type Steps,
} from "./steps.js";

/** Rounds in which a remembered selection is brought up to date: with the second a snapshot begins, and the third finds it up to date. */
const MOST_ROUNDS = 3;

/** The part of all objects that a long look tests: to read what the filters match takes about as long. */
const FAR_OF_ALL = 0.1;

/** The same on PostgreSQL as a number: it takes longer to test an object. */
const FAR_ON_POSTGRESQL = 16_384;

/**
 * Answers a list of some items. What the list selects is remembered, or else read; that is its total; the rows of its window are read along the
 * order or by the ids that are selected. A list whose total is not wanted looks at the first objects of the order before anything is read.
 */
export function* listSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  if (list.isRange && !list.plan.total) return yield* rangeSteps<Data>(list, memory);
  const known = memory.get(list.selectionKey);
  const isAgain = known !== undefined;
  const remembered = isAgain ? yield* rememberedSteps<Data>(list, memory, known) : undefined;
  if (remembered !== undefined) return remembered;
  const mayLook = !isAgain && isNear(list) && !memory.wasLongLook(list.selectionKey);
  const seen = mayLook ? yield* lookSteps<Data>(list, memory, list.context.tuning.firstLook) : undefined;
  if (seen !== undefined) return seen;
  const request = yield* surveySteps(list, memory);
  // A list that is asked for the first time is not worth reading all that its filters match, where that may take longer than a look.
  const most = longLook(request);
  if (mayLook && most > list.context.tuning.firstLook) {
    memory.setLongLook(list.selectionKey);
    const far = yield* lookSteps<Data>(list, memory, most);
    if (far !== undefined) return far;
  }
  const selection = yield* selectionSteps(request, isAgain);
  return answerOf<Data>({ ...request, selection }, yield* windowSteps(request, selection));
}

/** A list of objects that lie together in the order, such as all objects: one walk, from where they begin. */
function* rangeSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const isLong = isRemote(list) && list.window.offset > shortOf(list);
  const [text, rows] = yield* rowsBehind(list.rows({ by: "walk" }, { behind: "position" }), isLong);
  const snapshot = readPosition(text);
  memory.see(snapshot);
  return answerOf({ list, snapshot }, rows);
}

/**
 * A list whose selection is remembered: one statement reads what has changed since, and the rows. On PostgreSQL the rows are right although
 * something was written, if the process knew of that; otherwise they are read again. Undefined if the selection cannot be brought up to date.
 */
function* rememberedSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  remembered: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { window } = list;
  // How many of the selected objects come behind a position is not known.
  const hasPosition = window.segments.length > 0;
  let known = remembered;
  let mayLook = true;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { highest } = memory;
    const isOld = isRemote(list) && !memory.isNewest(known.revision);
    // Behind the end of what is selected there are no rows.
    const isEmpty = wantedRows(known, window) === 0;
    const access = isEmpty ? undefined : accessFor(list, { selection: known, isOld, mayLook });
    const isLong = isLongAccess(list, access, window) || memory.changesSince(known.revision) > shortOf(list);
    // Where something was written meanwhile, the next rounds see one state.
    const isBegun = round > 0 || (isRemote(list) && isLong);
    const [text, rows] = yield* rowsBehind(rememberedStatement(list, known.revision, access), isBegun);
    const { position, selection } = updatedBy(known, text);
    memory.forgetIfOlder(position.revision, highest);
    memory.see(position);
    if (selection === undefined) {
      memory.forget(list.selectionKey);
      return undefined;
    }
    memory.set(list.selectionKey, selection);
    const isRight = isOld || selection.revision === known.revision;
    const isWhole = rows.length >= wantedRows(selection, window) || (hasPosition && isComplete(access));
    if (isRight && isWhole) return answerOf<Data>({ list, snapshot: position, selection }, rows);
    mayLook = !isRight;
    known = selection;
  }
  return undefined;
}

function rememberedStatement(list: BoundList, since: number, access: RowAccess | undefined): BoundStatement {
  return access === undefined ? list.changes(since) : list.rows(access, { behind: "changes", since });
}

/** Whether a statement of PostgreSQL needs a snapshot: it may take long, or is best planned with its values. */
function isLongAccess(list: BoundList, access: RowAccess | undefined, { offset }: RowWindow): boolean {
  if (access === undefined) return false;
  if (access.by === "ids") return access.selection.count > shortOf(list);
  // It mostly finds its rows in the first quarter.
  if (access.by === "look") return access.most > 4 * shortOf(list);
  return offset > shortOf(list) || (access.by === "walk" && !list.isRange);
}

/** Whether all rows of a window are read, however many there are. A look may end before them. */
function isComplete(access: RowAccess | undefined): boolean {
  return access !== undefined && access.by !== "look";
}

/** Looks at the first objects of the order. Undefined if they do not fill the window. */
function* lookSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  most: number,
): Steps<ListAnswer<Data> | undefined> {
  const isLong = most > list.context.tuning.firstLook;
  const [text, rows] = yield* rowsBehind(list.rows({ by: "look", most }, { behind: "position" }), isLong);
  if (rows.length < list.window.limit) return undefined;
  const snapshot = readPosition(text);
  memory.see(snapshot);
  return answerOf({ list, snapshot }, rows);
}

/** Whether a look may fill the window. */
function isNear(list: BoundList): boolean {
  const { offset, limit } = list.window;
  return !list.isRange && !list.plan.total && 2 * (offset + limit) <= list.context.tuning.firstLook;
}

/** How many objects a long look tests: no more than would be read if it finds too few. */
function longLook({ list, snapshot, driver }: SelectionRequest): number {
  const far = Math.min(driver?.found ?? Infinity, Math.max(shortOf(list), snapshot.size * FAR_OF_ALL));
  return 2 ** Math.ceil(Math.log2(isRemote(list) ? Math.min(FAR_ON_POSTGRESQL, far) : far));
}

/** The rows of the window of what is selected. */
function* windowSteps({ list }: SelectionRequest, selection: Selection): Steps<Rows> {
  const wanted = wantedRows(selection, list.window);
  if (wanted === 0) return [];
  const access = accessFor(list, { selection, isOld: false, mayLook: true });
  const [seen = []] = yield* inSnapshot([list.rows(access)]);
  if (access.by !== "look" || seen.length >= wanted) return seen;
  const [rows = []] = yield* inSnapshot([list.rows(accessFor(list, { selection, isOld: false, mayLook: false }))]);
  return rows;
}

function shortOf({ context }: BoundList): number {
  return context.tuning.short;
}

function isRemote({ context }: BoundList): boolean {
  return context.dialect.isRemote;
}

/** Runs a statement whose first row has a text in the place of an object. Returns that, and the rows behind it. */
function* rowsBehind(statement: BoundStatement, isLong: boolean): Steps<readonly [string, Rows]> {
  const read = isLong ? ((yield* inSnapshot([statement]))[0] ?? []) : yield* alone(statement);
  const [first, ...rows] = read;
  return [String(statement.plucked ? first : (first as ListRow<unknown> | undefined)?.data), rows];
}

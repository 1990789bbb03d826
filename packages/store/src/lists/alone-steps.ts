import type { BoundList } from "./bound-list.js";
import { answerOf, firstWindow, type StoredData } from "./answer-steps.js";
import { firstLook, laterWalk } from "./new-list-steps.js";
import { isCut } from "./held-rows.js";
import { planRows, type RowPlan, wantedRows } from "./plan-rows.js";
import type { RowAccess } from "./row-access.js";
import { type ChangeOfSelection, type Selection, updated } from "./selection.js";
import type { SelectionMemory, Snapshot } from "./selection-memory.js";
import { type BoundStatement, GIVEN_UP, type ListAnswer, type ListRow, rowsOf, type Steps } from "./steps.js";
import { readChanges } from "../sql/changes-text.js";
import type { ChangeType } from "../store.js";

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
  const { sendsAhead } = list.context.dialect;
  if (known === undefined && !total && sendsAhead) return yield* newRows<Data>(list, memory);
  if (known === undefined) return total ? undefined : yield* broadRows<Data>(list, memory);
  if (sendsAhead && known.isCounted === true && !memory.isNewest(known.revision)) return undefined;
  // SQLite compares the revisions before it looks for rows.
  if (sendsAhead && !memory.isNewest(known.revision)) return yield* changedSteps<Data>(list, memory, known);
  const answer = yield* knownRows<Data>(list, memory, known);
  // Something was written, and this process does not know of it yet.
  if (answer === undefined) memory.forgetNewest();
  return answer;
}

function* firstRows<Data extends StoredData>(list: BoundList, access: RowAccess): Steps<ListAnswer<Data>> {
  const { rows, revision } = yield* loneRows(list.rowsAlone(access, firstWindow(list)));
  return answerOf({ list, snapshot: { revision } }, rows);
}

/** A list that found enough objects among the first ones before, and probably does so again. */
function* broadRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const look = firstLook(list);
  if (look === undefined || !memory.isBroad(list.selectionKey, "at once")) return undefined;
  const answer = yield* firstRows<Data>(list, look);
  if (answer.hasNext) return answer;
  memory.forgetBroad(list.selectionKey);
  return undefined;
}

/**
 * A list whose total is not wanted, and which is new, or has found enough objects among the first ones before. What it selects need not be known
 * to answer it; if it is asked again, that is worth to be read. Of a large table its filters are looked at first.
 */
function* newRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data> | undefined> {
  const { selectionKey, tables, context } = list;
  const size = memory.sizeOf(tables.table);
  const isSmall = size <= context.tuning.shortEffort;
  const isBroad = memory.isBroad(selectionKey, "at once");
  if (!isBroad && (!isSmall || memory.isBroad(selectionKey))) return undefined;
  const look = firstLook(list);
  const answer = look && (yield* firstRows<Data>(list, look));
  if (answer?.hasNext === true) {
    memory.setBroad(selectionKey, "at once");
    return answer;
  }
  memory.forgetBroad(selectionKey);
  if (!isSmall) return undefined;
  memory.setBroad(selectionKey, "later");
  return yield* firstRows<Data>(list, look === undefined ? laterWalk(list) : { by: "filters", expected: size });
}

function* knownRows<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  selection: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { revision } = selection;
  const found = { list, snapshot: { revision }, selection };
  const mayMiss = !memory.isUneven(list.selectionKey);
  const plan = planRows(list, { selection, mayMiss }, firstWindow(list, selection));
  const { access, otherwise, wanted, window } = plan;
  if (wanted === 0) {
    const [survey] = yield* rowsOf<Snapshot>(list.survey());
    return survey?.revision === revision ? answerOf(found, []) : undefined;
  }
  const instead = otherwise && list.rowsAlone(otherwise, window, revision);
  const read = yield* loneRows(list.rowsAlone(access, window, revision), instead);
  if (read.revision !== revision) return undefined;
  if (isWhole(list, plan, read.rows)) return answerOf(found, read.rows);
  memory.setUneven(list.selectionKey);
  return undefined;
}

/**
 * A list whose selection was remembered before something was written. One statement tells what has changed and reads rows, in a way that is right
 * nevertheless.
 */
function* changedSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { highest } = memory;
  const mayMiss = !memory.isUneven(list.selectionKey);
  const plan = planRows(list, { selection: known, isOld: true, mayMiss }, firstWindow(list, known));
  const { access, window } = plan;
  const since = known.revision;
  const statement = plan.wanted === 0 ? list.changesAlone(since) : list.rowsSince(access, window, since);
  const [first, ...rows] = yield* rowsOf(statement);
  const { revision, changes } = readChanges(textOf(statement, first));
  const selection = revision < highest ? undefined : updated(known, revision, changes.map(readChange));
  if (selection === undefined) return undefined;
  memory.set(list.selectionKey, selection);
  const wanted = wantedRows(selection, window);
  if (isWhole(list, { ...plan, wanted }, rows)) return answerOf({ list, snapshot: { revision }, selection }, rows);
  memory.setUneven(list.selectionKey);
  return undefined;
}

/** Whether the rows fill the window, as far as is known: how many rows a page has is, and how many there are behind a position is not. */
function isWhole(list: BoundList, { access, wanted }: RowPlan, rows: readonly unknown[]): boolean {
  const isAll = access.by !== "glance" || access.otherwise !== undefined;
  if (list.plan.window.by === "page") return rows.length >= wanted;
  return isAll || rows.length >= wanted || isCut(rows as readonly ListRow<StoredData>[], list.context.tuning);
}

/** A change as {@link changesText} writes it. */
function readChange(text: string): ChangeOfSelection {
  const [type = "", id, holds] = text.split(" ");
  return { type: type as ChangeType, id: Number(id), mine: id !== undefined, holds: holds === undefined ? null : 1 };
}

function textOf({ plucked }: BoundStatement, row: unknown): string {
  return String(plucked ? row : (row as { readonly data: unknown } | undefined)?.data);
}

/** The first row has the revision in the place of an object. */
function* loneRows(statement: BoundStatement, instead?: BoundStatement): Steps<LoneRows> {
  const found = yield* rowsOf(statement);
  const [first, ...rows] = found === GIVEN_UP && instead !== undefined ? yield* rowsOf(instead) : found;
  return { rows, revision: Number(textOf(statement, first)) };
}

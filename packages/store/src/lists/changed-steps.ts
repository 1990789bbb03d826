import type { LogPosition } from "../log-position.js";
import { readChanges } from "../sql/changes-text.js";
import type { ChangeType } from "../store.js";
import type { BoundList } from "./bound-list.js";
import { answerOf, firstWindow, isCut, type StoredData } from "./answer-steps.js";
import { planRows, type RowPlan, wantedRows } from "./plan-rows.js";
import { type ChangeOfSelection, type Selection, updated } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import { type BoundStatement, type ListAnswer, type ListRow, rowsOf, type Steps } from "./steps.js";

/**
 * A list whose selection was remembered before something was written. One statement tells what has changed and reads rows, in a way that is right
 * nevertheless. Undefined if there are more changes than a short list may test.
 */
export function* changedSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const { highest } = memory;
  const changes = memory.changesSince(known.revision);
  if (changes > list.changesAtOnce) return undefined;
  const mayMiss = !memory.isUneven(list.selectionKey);
  const plan = planRows(list, { selection: known, isOld: true, mayMiss }, firstWindow(list, known));
  const { access, window } = plan;
  const since = known.revision;
  const statement =
    plan.wanted === 0
      ? list.changesAlone(since, list.changesAtOnce, changes)
      : list.rowsSince(access, { ...window, since, changes });
  const [first, ...rows] = yield* rowsOf(statement);
  const { position, selection } = selectionAfter(known, textOf(statement, first));
  const { revision } = position;
  // There are more changes than were read, or the log was trimmed. How many there are is known from here on.
  if (selection === undefined) memory.see(position);
  if (revision < highest || selection === undefined) return undefined;
  memory.set(list.selectionKey, selection);
  const wanted = wantedRows(selection, window);
  if (isWhole(list, { ...plan, wanted }, rows)) return answerOf({ list, snapshot: position, selection }, rows);
  memory.setUneven(list.selectionKey);
  return undefined;
}

/** Whether the rows fill the window, as far as is known: how many rows a page has is, and how many there are behind a position is not. */
export function isWhole(list: BoundList, { access, wanted }: RowPlan, rows: readonly unknown[]): boolean {
  const isAll = access.by !== "glance" || access.otherwise !== undefined;
  if (list.plan.window.by === "page") return rows.length >= wanted;
  return isAll || rows.length >= wanted || isCut(rows as readonly ListRow<StoredData>[], list.context.tuning);
}

/** A selection after the changes that {@link changesText} has written; undefined if these are not all. */
export function selectionAfter(
  known: Selection,
  text: string,
): { readonly position: LogPosition; readonly selection: Selection | undefined } {
  const { position, changes } = readChanges(text);
  return { position, selection: updated(known, position.revision, changes.map(readChange)) };
}

/** A change as {@link changesText} writes it. */
function readChange(text: string): ChangeOfSelection {
  const [type = "", id, holds] = text.split(" ");
  return { type: type as ChangeType, id: Number(id), mine: id !== undefined, holds: holds === undefined ? null : 1 };
}

export function textOf({ plucked }: BoundStatement, row: unknown): string {
  return String(plucked ? row : (row as { readonly data: unknown } | undefined)?.data);
}

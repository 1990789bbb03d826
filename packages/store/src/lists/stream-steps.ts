import type { ListPlan } from "../list-plan.js";
import type { ListTuning } from "../list-tuning.js";
import type { BoundList } from "./bound-list.js";
import type { RowAccess } from "./row-access.js";
import { sizeOf } from "../sql/id-set.js";
import type { Selection } from "./selection.js";
import { type SelectionMemory, snapshotOf } from "./selection-memory.js";
import type { SelectionRequest } from "./selection-request.js";
import { selectionSteps, updatedSteps } from "./selection-steps.js";
import { readChanges } from "../sql/changes-text.js";
import { textOf } from "./changed-steps.js";
import { rowsOf, type Steps, type StreamStart } from "./steps.js";

/** Objects that a stream reads by id, at most. Sorting takes memory, so more are read along the order. */
const MOST_IDS = 5000;

/** Whether a list may have too many items to hold them all at once. */
export function isStreamed(
  { window }: Pick<ListPlan, "window">,
  { streamAbove }: Pick<ListTuning, "streamAbove">,
): boolean {
  return window.by === "all" || (window.by === "page" && window.size > streamAbove);
}

/** Begins a list of many items. */
export function* streamSteps(list: BoundList, memory: SelectionMemory): Steps<StreamStart> {
  const { isRange, plan } = list;
  const { highest } = memory;
  const [survey] = yield [list.survey()];
  const snapshot = snapshotOf(survey, memory, highest);
  const isSelecting = !isRange || plan.total;
  const selection = isSelecting ? yield* selectedSteps({ list, memory, snapshot }) : undefined;
  const access = streamAccess(list, selection);
  const total = plan.total && selection !== undefined ? { total: selection.count } : {};
  const facts = { revision: snapshot.revision, mark: snapshot.mark, ...total };
  if (plan.window.by !== "page") return { ...facts, hasNext: false, rows: list.manyRows(access) };
  const { size: limit, page } = plan.window;
  const hasNext = yield* hasRowAt(list, selection, page * limit);
  return { ...facts, hasNext, rows: list.manyRows(access, { limit, offset: (page - 1) * limit }) };
}

function* selectedSteps(request: SelectionRequest): Steps<Selection> {
  const { list, memory } = request;
  const known = memory.get(list.selectionKey);
  const now = known === undefined ? undefined : yield* updatedSteps(request, known, list.filters);
  if (now === undefined) return (yield* selectionSteps(request)).selection;
  memory.set(list.selectionKey, now);
  return now;
}

function streamAccess(list: BoundList, selection: Selection | undefined): RowAccess {
  if (selection === undefined || list.isRange) return { by: "walk" };
  if (!selection.inverted && sizeOf(selection.ids) <= MOST_IDS) return { by: "ids", selection };
  const canTest = list.context.dialect.isSelected !== undefined;
  return canTest ? { by: "selection", selection, expected: Infinity, most: Infinity } : { by: "walk" };
}

function* hasRowAt(list: BoundList, selection: Selection | undefined, offset: number): Steps<boolean> {
  if (selection !== undefined) return offset < selection.count;
  return (yield* rowsOf(list.rows({ by: "walk" }, { segments: [], offset, limit: 1 }))).length > 0;
}

/** Whether no object of the list's kind was written after a revision, as far as can be said: the log may have been trimmed. */
export function* unchangedSteps(list: BoundList, since: number): Steps<boolean> {
  const statement = list.changesAlone(since);
  const { position, changes } = readChanges(textOf(statement, (yield* rowsOf(statement))[0]));
  return changes.length === position.revision - since && changes.every((change) => change === "");
}

import type { ListPlan } from "../list-plan.js";
import type { ListTuning } from "../list-tuning.js";
import { readChanges } from "../sql/changes-text.js";
import { sizeOf } from "../sql/id-set.js";
import type { BoundList } from "./bound-list.js";
import type { RowAccess } from "./plan-rows.js";
import { type Selection, updatedBy } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import { type SelectionRequest, selectionSteps, surveySteps } from "./selection-steps.js";
import { inSnapshot, type Steps, type StreamStart } from "./steps.js";

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
  const request = yield* surveySteps(list, memory);
  const selection = !isRange || plan.total ? yield* selectedSteps(request) : undefined;
  const access = streamAccess(list, selection);
  const total = plan.total && selection !== undefined ? { total: selection.count } : {};
  const { revision, mark } = request.snapshot;
  const start = { revision, mark, ...total };
  if (plan.window.by !== "page") {
    const all = { limit: Infinity, offset: 0 };
    return { ...start, hasNext: false, rows: list.manyRows(access, all) };
  }
  const { size: limit, page } = plan.window;
  const hasNext = yield* hasRowAt(list, selection, page * limit);
  return { ...start, hasNext, rows: list.manyRows(access, { limit, offset: (page - 1) * limit }) };
}

function* selectedSteps(request: SelectionRequest): Steps<Selection> {
  const { list, memory } = request;
  const known = memory.get(list.selectionKey);
  if (known === undefined) return yield* selectionSteps(request, false);
  const [changes] = yield* inSnapshot([list.changes(known.revision)]);
  const { selection } = updatedBy(known, String(changes?.[0]));
  if (selection === undefined) {
    memory.forget(list.selectionKey);
    return yield* selectionSteps(request, true);
  }
  memory.set(list.selectionKey, selection);
  return selection;
}

function streamAccess(list: BoundList, selection: Selection | undefined): RowAccess {
  if (selection === undefined || list.isRange) return { by: "walk" };
  if (!selection.inverted && sizeOf(selection.ids) <= MOST_IDS) return { by: "ids", selection, isOld: false };
  const canTest = list.context.dialect.isSelected !== undefined;
  return canTest ? { by: "selection", selection } : { by: "walk" };
}

function* hasRowAt(list: BoundList, selection: Selection | undefined, offset: number): Steps<boolean> {
  if (selection !== undefined) return offset < selection.count;
  const [rows = []] = yield* inSnapshot([list.manyRows({ by: "walk" }, { offset, limit: 1 })]);
  return rows.length > 0;
}

/** Whether no object that the list depends on was written after a revision, as far as can be said: the log may have been trimmed. */
export function* unchangedSteps(list: BoundList, since: number): Steps<boolean> {
  const [rows] = yield* inSnapshot([list.changes(since)]);
  const { position, changes } = readChanges(String(rows?.[0]));
  return changes.length === position.revision - since && changes.every((change) => change === "");
}

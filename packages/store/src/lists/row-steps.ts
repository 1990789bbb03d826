import type { BoundList } from "./bound-list.js";
import type { RowWindow } from "./row-access.js";
import { isCut } from "./held-rows.js";
import { planRows, type RowPlan } from "./plan-rows.js";
import type { Selection } from "./selection.js";
import { GIVEN_UP, type ListRow, readRows, type Rows, rowsOf, type Steps } from "./steps.js";

/** Rows that were asked for together with what tells whether the selection is up to date. */
export interface RowsAhead {
  readonly selection: Selection;
  readonly plan: RowPlan;
  readonly rows: Rows | undefined;
}

/** Reads the rows of a window of the selected objects. A row is the bytes of an object; in a keyset walk it has its sort keys too. */
export function* rowSteps<Row>(list: BoundList, selection: Selection, window: RowWindow): Steps<readonly Row[]> {
  const plan = planRows(list, selection, window);
  if (plan.wanted === 0) return [];
  return yield* finished(list, plan, yield* rowsOf<Row>(list.rows(plan.access, plan.window)));
}

/** The rows that were asked for ahead, as far as they are right for the selection as it is now; else undefined. */
export function* aheadSteps<Row>(
  list: BoundList,
  selection: Selection,
  { selection: before, plan, rows }: RowsAhead,
): Steps<readonly Row[] | undefined> {
  if (selection.ids === before.ids && selection.count === before.count)
    return plan.wanted === 0 ? [] : yield* finished(list, plan, readRows<Row>(rows));
  const { by } = plan.access;
  const isFiltered = by === "walk" || by === "glance";
  if (!isFiltered || rows === undefined) return undefined;
  const { wanted } = planRows(list, selection, plan.window);
  const read = readRows<Row>(rows);
  return read.length >= wanted ? read : undefined;
}

function* finished<Row>(list: BoundList, plan: RowPlan, rows: readonly Row[]): Steps<readonly Row[]> {
  const { access, otherwise, wanted, window } = plan;
  const isEnough = access.by === "selection" ? rows !== GIVEN_UP : rows.length >= wanted;
  if (otherwise === undefined || isEnough || isCutStep(list, rows)) return rows;
  return yield* rowsOf<Row>(list.rows(otherwise, window));
}

/** Whether the rows were cut, which ends this step of a walk. */
function isCutStep({ plan, context }: BoundList, rows: readonly unknown[]): boolean {
  return plan.window.by === "keyset" && isCut(rows as readonly ListRow<Uint8Array | string>[], context.tuning);
}

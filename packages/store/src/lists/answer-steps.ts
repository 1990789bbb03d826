import type { LogPosition } from "../log-position.js";
import { encodeContinue } from "./continue-token.js";
import type { KeysetPosition, ListPlan } from "../list-plan.js";
import { keyName } from "../sql/row-order.js";
import type { BoundList } from "./bound-list.js";
import type { RowWindow } from "./row-access.js";
import { planRows } from "./plan-rows.js";
import type { Selection } from "./selection.js";
import { GIVEN_UP, type ListAnswer, type ListRow, rowsOf, type Steps } from "./steps.js";
import type { ListTuning } from "../list-tuning.js";
import { exactInteger, type IndexValue, type IndexValueType } from "../index-value.js";

/** An object's bytes as a driver gives them. */
export type StoredData = Uint8Array | string;

/** A list in its snapshot. */
export interface FoundList {
  readonly list: BoundList;
  readonly snapshot: LogPosition;
  /** Undefined if the rows that were read are enough, or if the list has no filters and its total is not wanted. */
  readonly selection?: Selection | undefined;
}

type Page<Data> = Pick<ListAnswer<Data>, "items" | "hasNext" | "continue">;

/** The window of a list. One more row than wanted shows whether there are others, if their number is not known. */
export function firstWindow({ plan, segments }: BoundList, selection?: Selection): RowWindow {
  const { window } = plan;
  if (window.by === "all") throw new TypeError("A list of all items is a stream");
  if (window.by === "page")
    return {
      segments: [],
      offset: (window.page - 1) * window.size,
      limit: window.size + (selection === undefined ? 1 : 0),
    };
  return { segments, offset: 0, limit: window.limit + 1 };
}

/** Answers a list. `first` are the rows of its window, if they were read already. */
export function* answerSteps<Data extends StoredData>(
  found: FoundList,
  first?: readonly unknown[],
): Steps<ListAnswer<Data>> {
  return answerOf(found, first ?? (yield* windowSteps(found)));
}

/** The answer that the rows of a list's window make. */
export function answerOf<Data extends StoredData>(found: FoundList, rows: readonly unknown[]): ListAnswer<Data> {
  const { list, snapshot, selection } = found;
  const page = list.plan.window.by === "page" ? pageOf<Data>(found, rows) : stepOf<Data>(list, rows);
  const total = list.plan.total && selection !== undefined ? { total: selection.count } : {};
  return { ...page, revision: snapshot.revision, mark: snapshot.mark, ...total };
}

function* windowSteps({ list, selection }: FoundList): Steps<readonly unknown[]> {
  const window = firstWindow(list, selection);
  if (selection === undefined) return yield* rowsOf(list.rows({ by: "walk" }, window));
  const { access, otherwise, wanted } = planRows(list, { selection }, window);
  if (wanted === 0) return [];
  const rows = yield* rowsOf(list.rows(access, window));
  return rows === GIVEN_UP && otherwise !== undefined ? yield* rowsOf(list.rows(otherwise, window)) : rows;
}

function pageOf<Data extends StoredData>({ list, selection }: FoundList, rows: readonly unknown[]): Page<Data> {
  const { window } = list.plan;
  const size = window.by === "page" ? window.size : 0;
  const { offset } = firstWindow(list, selection);
  // A row of a page is the bytes of an object.
  const items = (rows.length > size ? rows.slice(0, size) : rows) as readonly Data[];
  return { items, hasNext: selection === undefined ? rows.length > size : offset + size < selection.count };
}

function stepOf<Data extends StoredData>({ plan, context, identity }: BoundList, read: readonly unknown[]): Page<Data> {
  const { window } = plan;
  const limit = window.by === "keyset" ? window.limit : 0;
  // A row of a walk has its sort keys too.
  const rows = read as readonly ListRow<Data>[];
  const count = Math.min(limit, countHeld(rows, context.tuning));
  const items = rows.slice(0, count).map(({ data }) => data);
  const last = rows[count - 1];
  if (rows.length <= count || last === undefined) return { items, hasNext: false };
  const token = encodeContinue(identity, positionOf(plan, last));
  return { items, hasNext: true, continue: token };
}

function positionOf({ sort }: ListPlan, row: ListRow<unknown>): KeysetPosition {
  return sort.map(({ field }, key) => readKey(field.type, row[keyName(key)]));
}

/** The value of a type that a driver read from a key column: SQLite returns booleans as integers, pg returns large integers as text. */
function readKey(type: IndexValueType, cell: IndexValue | null | undefined): IndexValue | null {
  if (cell === null || cell === undefined) return null;
  switch (type) {
    case "boolean":
      return Boolean(Number(cell));
    case "integer":
    case "int64":
    case "timestamp":
      return exactInteger(BigInt(cell));
    default:
      return cell;
  }
}

type HeldRows = readonly ListRow<StoredData>[];
type Held = Pick<ListTuning, "heldBytes">;

/** Whether a statement may have been cut before its last row: see {@link BoundStatement.large}. */
export function isCut(rows: HeldRows, { heldBytes }: Held): boolean {
  return rows.length > 1 && rows.reduce((bytes, { data }) => bytes + data.length, 0) >= heldBytes;
}

/** The number of rows that fit into the bytes that may be held; at least one. */
function countHeld(rows: HeldRows, { heldBytes }: Held): number {
  let bytes = 0;
  const over = rows.findIndex(({ data }) => (bytes += data.length) >= heldBytes);
  return over < 0 ? rows.length : Math.max(1, over);
}

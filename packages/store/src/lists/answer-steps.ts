import { encodeContinue } from "./continue-token.js";
import type { KeysetPosition, ListPlan } from "../list-plan.js";
import { keysetSegments } from "../sql/keyset.js";
import { keyName } from "../sql/rows-shape.js";
import type { BoundList } from "./bound-list.js";
import type { RowWindow } from "./row-access.js";
import { countHeld, isCut } from "./held-rows.js";
import { rowSteps } from "./row-steps.js";
import type { Selection } from "./selection.js";
import type { Snapshot } from "./selection-steps.js";
import { type ListAnswer, type ListRow, rowsOf, type Steps } from "./steps.js";
import { exactInteger, type IndexValue, type IndexValueType } from "../index-value.js";

/** An object's bytes as a driver gives them. */
export type StoredData = Uint8Array | string;

/** A list in its snapshot. */
export interface FoundList {
  readonly list: BoundList;
  readonly snapshot: Pick<Snapshot, "revision">;
  /** Undefined if the rows that were read are enough, or if the list has no filters and its total is not wanted. */
  readonly selection?: Selection | undefined;
}

type Page<Data> = Pick<ListAnswer<Data>, "items" | "hasNext" | "continue">;

/** The window that is read first. One more row than wanted shows whether there are others, if their number is not known. */
export function firstWindow({ plan }: BoundList, selection?: Selection): RowWindow {
  const { window, sort } = plan;
  if (window.by === "all") throw new TypeError("A list of all items is a stream");
  if (window.by === "page")
    return { offset: (window.page - 1) * window.size, limit: window.size + (selection === undefined ? 1 : 0) };
  const [segment] = window.after === undefined ? [] : keysetSegments(sort, window.after);
  return { offset: 0, limit: window.limit + 1, ...(segment === undefined ? {} : { segment }) };
}

/** Answers a list. `first` are the rows of the first window, if they were read already. */
export function* answerSteps<Data extends StoredData>(
  found: FoundList,
  first?: readonly unknown[],
): Steps<ListAnswer<Data>> {
  const { list, snapshot, selection } = found;
  const isPage = list.plan.window.by === "page";
  const page = isPage ? yield* pageSteps<Data>(found, first) : yield* keysetSteps<Data>(found, first);
  const total = list.plan.total && selection !== undefined ? { total: selection.count } : {};
  return { ...page, revision: snapshot.revision, ...total };
}

function* windowSteps<Row>({ list, selection }: FoundList, window: RowWindow): Steps<readonly Row[]> {
  if (selection !== undefined) return yield* rowSteps<Row>(list, selection, window);
  return yield* rowsOf<Row>(list.rows({ by: "walk" }, window));
}

function* pageSteps<Data extends StoredData>(found: FoundList, first?: readonly unknown[]): Steps<Page<Data>> {
  const { list, selection } = found;
  const { window } = list.plan;
  const size = window.by === "page" ? window.size : 0;
  const { offset } = firstWindow(list, selection);
  const rows =
    (first as readonly Data[] | undefined) ?? (yield* windowSteps<Data>(found, firstWindow(list, selection)));
  const items = rows.length > size ? rows.slice(0, size) : rows;
  return { items, hasNext: selection === undefined ? rows.length > size : offset + size < selection.count };
}

function* keysetSteps<Data extends StoredData>(found: FoundList, first?: readonly unknown[]): Steps<Page<Data>> {
  const { plan, context, tables } = found.list;
  const { window, sort } = plan;
  const { limit, after } = window.by === "keyset" ? window : { limit: 0, after: undefined };
  const rows: ListRow<Data>[] = [...((first as readonly ListRow<Data>[] | undefined) ?? [])];
  const segments = after === undefined ? [undefined] : keysetSegments(sort, after);
  for (const segment of first === undefined ? segments : segments.slice(1)) {
    if (rows.length > limit || isCut(rows, context.tuning)) break;
    const wanted = { limit: limit + 1 - rows.length, offset: 0, ...(segment === undefined ? {} : { segment }) };
    rows.push(...(yield* windowSteps<ListRow<Data>>(found, wanted)));
  }
  const count = Math.min(limit, countHeld(rows, context.tuning));
  const items = rows.slice(0, count).map(({ data }) => data);
  const last = rows[count - 1];
  if (rows.length <= count || last === undefined) return { items, hasNext: false };
  const token = encodeContinue({ ...plan, table: tables.table }, positionOf(plan, last));
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

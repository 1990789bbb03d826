import type { LogPosition } from "../log-position.js";
import { exactInteger, type IndexValue, type IndexValueType } from "../index-value.js";
import type { KeysetPosition, ListPlan } from "../list-plan.js";
import { keyName } from "../sql/row-order.js";
import { type BoundList, FEW_OBJECTS } from "./bound-list.js";
import { encodeContinue } from "./continue-token.js";
import type { Selection } from "./selection.js";
import { LargeObjectError, type ListAnswer, type ListRow, type Rows } from "./steps.js";

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

/**
 * The answer that the rows of a list's window make.
 *
 * @throws {LargeObjectError} if an object was not read because it is large, and is not the end of a step.
 */
export function answerOf<Data extends StoredData>(found: FoundList, rows: Rows): ListAnswer<Data> {
  const { list, snapshot, selection } = found;
  const page = list.plan.window.by === "page" ? pageOf<Data>(list, rows) : stepOf<Data>(list, rows);
  const total = list.plan.total && selection !== undefined ? { total: selection.count } : {};
  return { ...page, revision: snapshot.revision, mark: snapshot.mark, ...total };
}

function pageOf<Data extends StoredData>({ plan: { window } }: BoundList, rows: Rows): Page<Data> {
  const size = window.by === "page" ? window.size : 0;
  // A row of a page is the bytes of an object.
  const items = (rows.length > size ? rows.slice(0, size) : rows) as readonly (Data | null)[];
  if (!items.every((data) => data !== null)) throw new LargeObjectError();
  return { items, hasNext: rows.length > size };
}

/** Bytes, or characters, of a step of a walk, about: an answer is held until its caller has taken it. */
const STEP_SIZE = 8 * 1024 * 1024;

function stepOf<Data extends StoredData>({ plan, tables }: BoundList, read: Rows): Page<Data> {
  const { window } = plan;
  const limit = window.by === "keyset" ? window.limit : 0;
  // A row of a walk has its sort keys too.
  const rows = read as readonly ListRow<Data>[];
  const items: Data[] = [];
  let size = 0;
  for (const { data } of rows) {
    if (data === null || items.length === limit || size >= STEP_SIZE) break;
    items.push(data);
    size += data.length;
  }
  if (rows.length === items.length) return { items, hasNext: false };
  const last = rows[items.length - 1];
  if (last === undefined) throw new LargeObjectError();
  return { items, hasNext: true, continue: encodeContinue({ ...plan, table: tables.table }, positionOf(plan, last)) };
}

function positionOf({ sort }: ListPlan, row: ListRow<unknown>): KeysetPosition {
  return sort.map(({ field }, key) => readKey(field.type, row[keyName(key)]));
}

/** The value of a type that a driver read from a key column: SQLite returns booleans as integers, pg returns large integers as text. */
export function readKey(type: IndexValueType, cell: IndexValue | null | undefined): IndexValue | null {
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

/** The plan of the first few objects of a list that begins with a large one. Undefined if the whole list is a stream. */
export function fewOf(plan: ListPlan): ListPlan | undefined {
  return plan.window.by === "keyset" ? { ...plan, window: { ...plan.window, limit: FEW_OBJECTS } } : undefined;
}

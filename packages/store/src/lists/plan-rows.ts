import { sizeOf } from "../sql/id-set.js";
import type { RowWindow } from "../sql/rows-shape.js";
import type { BoundList } from "./bound-list.js";
import type { Selection } from "./selection.js";

/** How rows are found (see `Access`), with what that needs. */
export type RowAccess =
  | { readonly by: "walk" }
  | { readonly by: "look"; readonly most: number }
  | { readonly by: "selection"; readonly selection: Selection }
  | { readonly by: "ids"; readonly selection: Selection; readonly isOld: boolean };

/** The cost of reading an object by its id and sorting it, in objects that a walk tests. */
const ID_COST = 4;

/** Objects that are read by id, at most. */
const MOST_IDS = 20_000;

/** Objects that a look tests at most, and how many times more than expected, since matching objects are rarely spread evenly. */
const MOST_LOOK = 16_384;
const LOOK_FURTHER = 4;

/** What is known when the rows of a list are read. */
export interface KnownRows {
  readonly selection: Selection;
  /** Whether objects may have changed since the selection was read. */
  readonly isOld: boolean;
  /** Whether rows may be missing: then they are read in another way. */
  readonly mayLook: boolean;
}

/**
 * Chooses how to read the rows of a window: along the order, or by the ids of the objects that are selected. How many are selected is known, but
 * not where they are in the order; a walk tests the fewer objects, the more of all are selected.
 */
export function accessFor(list: BoundList, { selection, isOld, mayLook }: KnownRows): RowAccess {
  const { window } = list;
  const { count, size, ids, inverted } = selection;
  if (list.isRange) return { by: "walk" };
  const end = Math.min(window.offset + window.limit, count);
  const expected = count === 0 ? size : (size * end) / count;
  const isById = !inverted && sizeOf(ids) <= MOST_IDS;
  if (isById && expected >= count * ID_COST) return { by: "ids", selection, isOld };
  if (list.context.dialect.isSelected !== undefined) return { by: "selection", selection };
  const most = 2 ** Math.ceil(Math.log2(Math.max(list.context.tuning.firstLook, LOOK_FURTHER * expected)));
  if (mayLook && window.offset === 0 && most <= MOST_LOOK) return { by: "look", most };
  // PostgreSQL knows best how to skip rows, but less than we do about how many objects are selected.
  return isById && window.offset === 0 ? { by: "ids", selection, isOld } : { by: "walk" };
}

/** How many rows fill a window. How many objects of its segments are selected is not known. */
export function wantedRows({ count }: Selection, { segments, limit, offset }: RowWindow): number {
  if (segments.length > 0 && count > 0) return limit;
  return Math.min(limit, Math.max(0, count - offset));
}

import type { BoundList } from "./bound-list.js";
import type { RowAccess, RowWindow } from "./row-access.js";
import { sizeOf } from "./id-set.js";
import type { Selection } from "./selection.js";

/** The cost of reading an object by its id and sorting it, in objects that a walk tests. */
const ID_COST = 4;

/** Objects that are read by id, at most. */
const MOST_IDS = 20_000;

/** How much further than expected a walk may go, since matching objects are rarely spread evenly. */
const PATIENCE = 4;

/** Objects that a walk may test in any case. */
const LEAST_WALK = 256;

/** How the rows of a window are read. */
export interface RowPlan {
  readonly window: RowWindow;
  readonly access: RowAccess;
  /** How they are read if that ends before the window is full. */
  readonly otherwise?: RowAccess;
  /** The number of rows that fill the window. */
  readonly wanted: number;
}

/**
 * Chooses how to read the rows of a window: along the order, or by the ids of the objects that are selected. How many are selected is known, but
 * not where they are in the order. So a walk is given up when it takes much longer than expected, if there is another way.
 */
export function planRows(list: BoundList, selection: Selection, window: RowWindow): RowPlan {
  const { count, ids, inverted } = selection;
  const wanted = wantedRows(selection, window);
  const canTest = list.context.dialect.isSelected !== undefined && list.filters.length > 0;
  const expected = expectedWalk(selection, window);
  const walk: RowAccess = canTest ? { by: "selection", selection, expected, most: Infinity } : { by: "walk", expected };
  if (inverted || sizeOf(ids) > MOST_IDS) return { window, wanted, access: walk };
  const otherwise: RowAccess = { by: "ids", selection };
  if (expected >= count * ID_COST) return { window, wanted, access: otherwise };
  const most = Math.max(LEAST_WALK, Math.min(PATIENCE * expected, count * ID_COST));
  if (canTest) return { window, wanted, access: { by: "selection", selection, expected, most }, otherwise };
  // Few objects are equal in all keys but the last, so a walk through them is short.
  const isTie = (window.segment?.tests.length ?? 0) > 1;
  if (isTie) return { window, wanted, access: walk };
  return { window, wanted, access: { by: "glance", walk: most }, otherwise };
}

/** How many objects a walk looks at until the window is full, if those that are selected are spread evenly. */
function expectedWalk({ count, size }: Selection, { offset, limit }: RowWindow): number {
  return count === 0 ? size : (size * Math.min(offset + limit, count)) / count;
}

/** How many objects of the segment are selected is not known. */
function wantedRows({ count }: Selection, { segment, limit, offset }: RowWindow): number {
  if (segment !== undefined && count > 0) return limit;
  return Math.min(limit, Math.max(0, count - offset));
}

import type { BoundList } from "./bound-list.js";
import type { RowAccess, RowWindow } from "./row-access.js";
import { sizeOf } from "../sql/id-set.js";
import type { Selection } from "./selection.js";

/** The cost of reading an object by its id and sorting it, in objects that a walk tests. */
const ID_COST = 4;

/** Objects that are read by id, at most. */
const MOST_IDS = 20_000;

/** So many objects may have become selected since a selection was made that the last page is behind its end. If it were more, another turn reads it. */
const NEW_OBJECTS = 64;

/** How much further than expected a walk may go, since matching objects are rarely spread evenly. */
const PATIENCE = 4;

/** Objects that a walk may test in any case. */
const LEAST_WALK = 256;

/** How the rows of a window are read. */
export interface RowPlan {
  readonly window: RowWindow;
  readonly access: RowAccess;
  /** How they are read if that is given up. */
  readonly otherwise?: RowAccess;
  /** The number of rows that fill the window. */
  readonly wanted: number;
}

/** A selection that is remembered or was just read. */
export interface KnownSelection {
  readonly selection: Selection;
  /** Whether objects may have changed since. Default: not. */
  readonly isOld?: boolean;
  /** Whether rows may be missing if the objects are not spread evenly: then they are read in another way. Default: not. */
  readonly mayMiss?: boolean;
}

/** The rows that a look tests at most where nothing else is asked for, or before all objects are found. */
export const MOST_LOOK = 4096;

/**
 * Chooses how to read the rows of a window: along the order, or by the ids of the objects that are selected. How many are selected is known, but
 * not where they are in the order. So a walk is given up when it takes much longer than expected, if there is another way.
 */
export function planRows(list: BoundList, known: KnownSelection, window: RowWindow): RowPlan {
  const { selection, isOld = false, mayMiss = false } = known;
  const { count, size, ids, inverted } = selection;
  const wanted = isOld ? wantedOfOld(selection, window) : wantedRows(selection, window);
  const expected = expectedWalk(list, selection, window);
  const canTest = list.context.dialect.isSelected !== undefined && !list.isRange;
  const walk: RowAccess = canTest
    ? { by: "selection", selection, expected, most: Infinity }
    : { by: "walk", expected, size };
  const isFew = expected >= count * ID_COST;
  const look = Math.max(LEAST_WALK, PATIENCE * expected);
  // One plan is good for every look, and PostgreSQL plans other walks with their values each time.
  const canLook = !canTest && !list.isRange && mayMiss && window.offset === 0 && look <= MOST_LOOK;
  if (canLook && (inverted || !isFew)) return { window, wanted, access: { by: "glance", walk: look } };
  const isById = !inverted && sizeOf(ids) <= MOST_IDS;
  // PostgreSQL might walk far for a few rows: it knows less about how many objects are selected.
  if (!isById && isFew && !canTest && !list.isRange) return { window, wanted, access: { by: "filters" } };
  if (list.isRange || !isById) return { window, wanted, access: walk };
  const byIds = { by: "ids", selection, isOld } as const;
  if (isFew) return { window, wanted, access: byIds };
  // Behind the end there are only rows if objects have changed.
  if (window.offset >= count) return { window, wanted, access: { by: "filters" } };
  // How to skip many rows PostgreSQL knows best: it may sort what the filters find, which costs the same for each page.
  if (!canTest && window.offset > 0) return { window, wanted, access: walk };
  const most = Math.max(LEAST_WALK, Math.min(PATIENCE * expected, count * ID_COST));
  if (canTest) return { window, wanted, access: { by: "selection", selection, expected, most }, otherwise: byIds };
  return { window, wanted, access: { by: "glance", walk: most, wanted, otherwise: byIds } };
}

/** How many objects a walk looks at until the window is full, if those that are selected are spread evenly. */
function expectedWalk(list: BoundList, { count, size }: Selection, { offset, limit }: RowWindow): number {
  const end = Math.min(offset + limit, count);
  if (list.isRange) return end;
  return count === 0 ? size : (size * end) / count;
}

/** A page that is far behind the end is not asked for. */
function wantedOfOld({ count }: Selection, { offset, limit }: RowWindow): number {
  return offset < count + NEW_OBJECTS ? limit : 0;
}

/** How many rows fill a window. How many objects of its segments are selected is not known. */
export function wantedRows({ count }: Selection, { segments, limit, offset }: RowWindow): number {
  if (segments.length > 0 && count > 0) return limit;
  return Math.min(limit, Math.max(0, count - offset));
}

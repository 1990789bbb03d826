import type { PlacedFilter } from "../sql/filter-condition.js";
import { Bitmap } from "./bitmap.js";
import type { BoundList } from "./bound-list.js";
import { withEffort } from "./bound-statement.js";
import type { ChangesSince } from "./changes-since.js";
import { rowsOf, type Steps } from "./steps.js";

/** The largest id in a bitmap, which then takes 16 MB. */
const GREATEST_ID = 2 ** 27;

/** The effort of checking whether a filter matches an object. */
const MEMBER_EFFORT = 5;

/** The ids of what a filter matches at a revision. */
export interface FilterBitmap {
  readonly bitmap: Bitmap;
  readonly revision: number;
}

/** A positive filter. */
export interface BitmapRequest {
  readonly list: BoundList;
  readonly filter: PlacedFilter;
  readonly changes: ChangesSince;
  /** About how many objects there are. */
  readonly size: number;
}

/** Reads which objects a filter matches; `undefined` if their ids are too large. */
export function* makeBitmap({ list, filter, changes, size }: BitmapRequest): Steps<FilterBitmap | undefined> {
  const rows = yield* rowsOf(withEffort(list.ids(filter), size));
  const bitmap = new Bitmap();
  let tooGreat = false;
  list.context.dialect.eachId(rows, (id) => {
    if (id > GREATEST_ID) tooGreat = true;
    else bitmap.add(id);
  });
  return tooGreat ? undefined : { bitmap, revision: changes.until };
}

/** Updates a bitmap; `undefined` if not all changes since are known. */
export function* updateBitmap(
  known: FilterBitmap,
  { list, filter, changes }: BitmapRequest,
): Steps<FilterBitmap | undefined> {
  if (known.revision === changes.until) return known;
  const changed = yield* changes.after(known.revision);
  if (changed === undefined || changed.some(({ id }) => id > GREATEST_ID)) return undefined;
  const ids = [...new Set(changed.map(({ id }) => id))];
  const members = ids.length === 0 ? [] : yield* membersOf(list, filter, ids);
  const bitmap = known.bitmap.copy();
  for (const id of ids) bitmap.delete(id);
  for (const id of members) bitmap.add(id);
  return { bitmap, revision: changes.until };
}

function* membersOf(list: BoundList, filter: PlacedFilter, ids: readonly number[]): Steps<readonly number[]> {
  const rows = yield* rowsOf<{ id: number }>(withEffort(list.members(filter, ids), ids.length * MEMBER_EFFORT));
  return rows.map(({ id }) => id);
}

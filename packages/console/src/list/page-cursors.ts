import { modelKey, type Model } from "../api/model.js";
import { DEFAULT_SIZE, withoutPage, type ListSearch } from "./list-search.js";

/** Lists whose places are known, at most. */
const MOST_LISTS = 50;

/** Where pages begin that follow one which was shown: by list, and by the page's number. */
const known = new Map<string, Map<number, string>>();

/**
 * Where a page begins, if the one before it was shown. A page that is asked for by its number is found by counting, which takes the longer the
 * further it is from the first; by its beginning it is found at once, and no object is shown twice because others came before it.
 */
export function cursorOf(model: Model, search: ListSearch): string | undefined {
  return known.get(listOf(model, search))?.get(search.page ?? 1);
}

/** Notes where the page behind the one of this address begins. */
export function noteNext(model: Model, search: ListSearch, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const list = listOf(model, search);
  const cursors = known.get(list) ?? new Map<number, string>();
  cursors.set((search.page ?? 1) + 1, cursor);
  // The list that was shown last is the last to be forgotten.
  known.delete(list);
  known.set(list, cursors);
  const [oldest] = known.keys();
  if (known.size > MOST_LISTS && oldest !== undefined) known.delete(oldest);
}

/** Forgets the places of a list: the service may no longer take them. */
export function forgetCursors(model: Model, search: ListSearch): void {
  known.delete(listOf(model, search));
}

/** What decides which objects are where. */
function listOf(model: Model, search: ListSearch): string {
  const { select, labels, sort, size = DEFAULT_SIZE, deleting } = withoutPage(search);
  return JSON.stringify([modelKey(model), select, labels, sort, size, deleting]);
}

import type { BoundList } from "./bound-list.js";
import { withEffort } from "./bound-statement.js";
import type { CountMemory } from "./count-memory.js";
import { firstWalk, orderEffort } from "./row-steps.js";
import { rowsOf, type ListAnswer, type Steps } from "./steps.js";

interface LoneRow<Data> {
  readonly data: Data;
  readonly revision: number;
}

/** The requested page, and the remembered total. */
interface LonePage {
  readonly size: number;
  readonly offset: number;
  readonly limit: number;
  readonly known: { readonly revision: number; readonly total: number } | undefined;
}

/**
 * Tries to answer a page with a single statement, which needs no transaction to see one snapshot. That works if the first rows of the order
 * fill the page and its total is known at the revision that the rows carry. Returns `undefined` if it did not work this time.
 */
export function* aloneSteps<Data>(list: BoundList, counts: CountMemory): Steps<ListAnswer<Data> | undefined> {
  const page = lonePage(list, counts);
  if (page === undefined) return undefined;
  const { tuning } = list.context;
  const walk = firstWalk(tuning, page);
  const isFiltered = list.filters.length > 0;
  const statement = list.rowsAlone({ by: isFiltered ? "glance" : "walk" }, page, walk);
  const rows = yield* rowsOf<LoneRow<Data>>(withEffort(statement, isFiltered ? walk : orderEffort(page)));
  return lastsUnchanged(list, page, rows[0]?.revision) && isEnough(list, page, rows.length)
    ? answerOf(page, rows)
    : undefined;
}

function lonePage(list: BoundList, counts: CountMemory): LonePage | undefined {
  const { habits } = list.context;
  const { window } = list.plan;
  if (window.by !== "page") return undefined;
  if (list.filters.length > 0 && !habits.isUsual("glance", list)) return undefined;
  const known = list.plan.total && habits.isUsual("unchanged", list) ? counts.newest(list) : undefined;
  if (list.plan.total && known === undefined) return undefined;
  const { page, size } = window;
  // Without a total, one more row shows whether there is a next page.
  return { size, offset: (page - 1) * size, limit: known === undefined ? size + 1 : size, known };
}

/** Whether the total is known at the revision read, or not wanted. */
function lastsUnchanged(list: BoundList, { known }: LonePage, revision: number | undefined): boolean {
  if (revision === undefined || known === undefined) return revision !== undefined;
  const isUnchanged = known.revision === revision;
  list.context.habits.add("unchanged", list, isUnchanged);
  return isUnchanged;
}

function isEnough(list: BoundList, { limit, offset, known }: LonePage, rows: number): boolean {
  if (list.filters.length === 0) return true;
  const isFull = rows >= Math.min(limit, (known?.total ?? Infinity) - offset);
  list.context.habits.add("glance", list, isFull);
  return isFull;
}

function answerOf<Data>({ size, offset, known }: LonePage, rows: readonly LoneRow<Data>[]): ListAnswer<Data> {
  const items = rows.slice(0, size).map(({ data }) => data);
  const revision = rows[0]?.revision ?? 0;
  if (known === undefined) return { items, revision, hasNext: rows.length > size };
  return { items, revision, total: known.total, hasNext: offset + size < known.total };
}

import type { BoundList, RowWindow } from "./bound-list.js";
import { withEffort } from "./bound-statement.js";
import type { ListTuning } from "../list-tuning.js";
import type { DriverProbes, ProbedDriver } from "./driver-probes.js";
import { isCut } from "./held-rows.js";
import { oneRow, rowsOf, type ListRow, type Steps } from "./steps.js";

/** The cost of finding a row by a filter, in rows of a walk: the row is fetched and sorted. */
const FILTER_COST = 3;

/** The cost of skipping a row, for which only the index is read. */
const SKIP_EFFORT = 0.1;

/** How much further than expected a glance looks before it gives up, since values are rarely spread evenly. */
const PATIENCE = 4;

/** The rows wanted, and what is known about them. */
export interface WantedRows extends RowWindow {
  /** The number of objects that all filters match, if it is known and the window is not a segment of the order. */
  readonly total?: number | undefined;
  /** An estimate of the number of all objects. */
  readonly size: number;
}

/**
 * Reads the rows of a window in the cheapest way:
 *
 * - without filters, or with negative ones only, along the order;
 * - if many objects match, along the order too: the window is full after a few rows;
 * - if few match, by the most selective filter.
 *
 * How many match is known or estimated, but not where they are in the order. So the walk is a glance of limited length, after which the filter
 * is used, and the worst case is a small multiple of the best.
 *
 * A row is the bytes of an object; in a keyset walk it has its sort keys too.
 */
export function* rowSteps<Row>(list: BoundList, probes: DriverProbes, wanted: WantedRows): Steps<readonly Row[]> {
  const { tuning, habits } = list.context;
  if (list.drivers.length === 0 || wanted.size <= tuning.firstGlance) return yield* read<Row>(list, wanted);
  const isUsual = habits.isUsual("glance", list) && isGlanced(list, wanted);
  const rows = isUsual ? yield* lookFirst<Row>(list, wanted) : undefined;
  if (rows !== undefined) return rows;
  const few = yield* probes.few();
  if (few !== undefined) return yield* byDriverOrWalk<Row>(list, few, wanted);
  return (isUsual ? undefined : yield* lookFirst<Row>(list, wanted)) ?? (yield* byBest<Row>(list, probes, wanted));
}

function* byBest<Row>(list: BoundList, probes: DriverProbes, wanted: WantedRows): Steps<readonly Row[]> {
  const best = yield* probes.best();
  return best === undefined ? yield* read<Row>(list, wanted) : yield* byDriverOrWalk<Row>(list, best, wanted);
}

/** Whether the first rows of the order are likely to be enough. */
function isGlanced({ context }: BoundList, wanted: WantedRows): boolean {
  const expected = expectedWalk(wanted);
  return expected === undefined || expected <= context.tuning.firstGlance;
}

/** The number of rows looked at first. */
export function firstWalk({ firstGlance }: ListTuning, { offset, limit }: Pick<RowWindow, "offset" | "limit">): number {
  return Math.max(firstGlance, PATIENCE * (offset + limit));
}

/** The cost of a window's rows if no row is filtered out. */
export function orderEffort({ offset, limit }: Pick<RowWindow, "offset" | "limit">): number {
  return offset * SKIP_EFFORT + limit;
}

/** The rows of the window, if the first rows of the order are enough. */
function* lookFirst<Row>(list: BoundList, wanted: WantedRows): Steps<readonly Row[] | undefined> {
  if (!isGlanced(list, wanted)) return undefined;
  const { tuning, habits } = list.context;
  const rows = yield* glance<Row>(list, wanted, firstWalk(tuning, wanted));
  habits.add("glance", list, rows !== undefined);
  return rows;
}

function* byDriverOrWalk<Row>(list: BoundList, best: ProbedDriver, wanted: WantedRows): Steps<readonly Row[]> {
  const { driver } = best;
  const { size } = wanted;
  const { found } = best.broad ? yield* oneRow<{ found: number }>(list.probe(driver, size)) : best;
  const byFilter = found * FILTER_COST;
  if (byFilter >= size) return yield* read<Row>(list, wanted);
  const expected = expectedWalk({ ...wanted, total: wanted.total ?? found }) ?? size;
  if (PATIENCE * expected < byFilter) {
    const rows = yield* glance<Row>(list, wanted, byFilter);
    if (rows !== undefined) return rows;
  }
  return yield* rowsOf<Row>(withEffort(list.rows({ by: "filter", driver }, wanted), byFilter));
}

/** The number of rows to look at until the window is full, if matching rows are spread evenly. */
function expectedWalk({ limit, offset, total, size }: WantedRows): number | undefined {
  return total === undefined ? undefined : (size * Math.min(offset + limit, total)) / Math.max(total, 1);
}

/** The rows of the window, if they are among the first `walk` rows of the order. */
function* glance<Row>(list: BoundList, wanted: WantedRows, walk: number): Steps<readonly Row[] | undefined> {
  const rows = yield* rowsOf<Row>(withEffort(list.rows({ by: "glance" }, wanted, Math.ceil(walk)), walk));
  const { limit, offset, total = Infinity } = wanted;
  return rows.length >= Math.min(limit, total - offset) || isCutStep(list, rows) ? rows : undefined;
}

/** Whether the rows were cut, which ends this step of a walk. */
function isCutStep({ plan, context }: BoundList, rows: readonly unknown[]): boolean {
  return plan.window.by === "keyset" && isCut(rows as readonly ListRow<Uint8Array | string>[], context.tuning);
}

function* read<Row>(list: BoundList, wanted: WantedRows): Steps<readonly Row[]> {
  // Without filters the walk ends with the window; with filters it may look at all objects.
  const effort = list.filters.length === 0 ? orderEffort(wanted) : wanted.size;
  return yield* rowsOf<Row>(withEffort(list.rows({ by: "walk" }, wanted), effort));
}

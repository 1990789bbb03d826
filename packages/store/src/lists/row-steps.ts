import type { BoundList, RowWindow } from "./bound-list.js";
import { withEffort } from "./bound-statement.js";
import type { ListTuning } from "../list-tuning.js";
import type { DriverProbes, ProbedDriver } from "./driver-probes.js";
import { isCut } from "./held-rows.js";
import { oneRow, rowsOf, type ListRow, type Steps } from "./steps.js";

/** What finding a row by a filter costs, in rows walked past: it is fetched, and sorted among the others. */
const FILTER_COST = 3;

/** Skipping a row, of which only the index is looked at. */
const SKIP_EFFORT = 0.1;

/** How much further than expected a glance looks before it gives up: values are seldom spread evenly. */
const PATIENCE = 4;

/** What is known of the rows wanted. */
export interface WantedRows extends RowWindow {
  /** How many objects all filters match, if that is known, and the window is not a part of the order. */
  readonly total?: number | undefined;
  /** About how many objects there are in all. */
  readonly size: number;
}

/**
 * Reads the rows of a window the cheapest way there is:
 *
 * - without filters, or with none that finds objects, along the order;
 * - where many objects match, along the order too: the window is full before much has been looked at;
 * - where few do, by the filter that finds the fewest.
 *
 * How many match is known or guessed, and where they are in the order is not: so the walk is a glance of bounded length, after which the
 * filter is used. The worst case is thus a small multiple of the best.
 *
 * Rows are objects' bytes alone, or in a keyset walk rows with their sort keys.
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

/** Whether the first rows of the order may be enough, as far as that is known. */
function isGlanced({ context }: BoundList, wanted: WantedRows): boolean {
  const expected = expectedWalk(wanted);
  return expected === undefined || expected <= context.tuning.firstGlance;
}

/** How many rows of the order are looked at first. */
export function firstWalk({ firstGlance }: ListTuning, { offset, limit }: Pick<RowWindow, "offset" | "limit">): number {
  return Math.max(firstGlance, PATIENCE * (offset + limit));
}

/** What the rows of a window cost where nothing is left out. */
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

/** How many rows of the order have to be looked at until the window is full, if those that match are spread evenly. */
function expectedWalk({ limit, offset, total, size }: WantedRows): number | undefined {
  return total === undefined ? undefined : (size * Math.min(offset + limit, total)) / Math.max(total, 1);
}

/** The rows of the window, if they can be had from the first `walk` rows of the order. */
function* glance<Row>(list: BoundList, wanted: WantedRows, walk: number): Steps<readonly Row[] | undefined> {
  const rows = yield* rowsOf<Row>(withEffort(list.rows({ by: "glance" }, wanted, Math.ceil(walk)), walk));
  const { limit, offset, total = Infinity } = wanted;
  return rows.length >= Math.min(limit, total - offset) || isCutStep(list, rows) ? rows : undefined;
}

/** Whether rows are those of a step of a walk, which ends with them. */
function isCutStep({ plan, context }: BoundList, rows: readonly unknown[]): boolean {
  return plan.window.by === "keyset" && isCut(rows as readonly ListRow<Uint8Array | string>[], context.tuning);
}

function* read<Row>(list: BoundList, wanted: WantedRows): Steps<readonly Row[]> {
  // Without filters the window bounds the walk, and with them all objects do.
  const effort = list.filters.length === 0 ? orderEffort(wanted) : wanted.size;
  return yield* rowsOf<Row>(withEffort(list.rows({ by: "walk" }, wanted), effort));
}

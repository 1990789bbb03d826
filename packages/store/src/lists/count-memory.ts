import type { BoundList } from "./bound-list.js";
import { type Bitmap, countAny, countCommon } from "./bitmap.js";
import { ChangesSince } from "./changes-since.js";
import { type BitmapRequest, type FilterBitmap, makeBitmap, updateBitmap } from "./filter-bitmap.js";
import { LRUCache } from "lru-cache";
import { isNegative, type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import { oneRow, type Steps, withEffort } from "./steps.js";

/** Memory that bitmaps may take: at a million objects one takes 125 KB. */
const BITMAP_BYTES = 64 * 1024 * 1024;

/** The effort of counting one row among all, for which only index pages are read: ten milliseconds for a million rows in memory. */
const COUNT_EFFORT = 0.03;

/** Lists and filters that are remembered, and the memory that either may take. Their keys hold values, so they may be long. */
const REMEMBERED = 1000;
const REMEMBERED_BYTES = 2 * 1024 * 1024;
const remembered = {
  max: REMEMBERED,
  maxSize: REMEMBERED_BYTES,
  sizeCalculation: (_: unknown, key: string): number => 2 * key.length,
};

/** The snapshot that a list reads. */
export interface Snapshot {
  readonly revision: number;
  /** An estimate of the number of all objects. */
  readonly size: number;
}

/** A count, and the revision it was made at. */
export interface KnownTotal {
  readonly revision: number;
  readonly total: number;
}

/**
 * Remembers counts, and updates them from the change log in the snapshot of the list that asks.
 *
 * For each broad filter it keeps the matching objects as a bitmap, and counts the intersection in one pass over the bits. The database would
 * go through all rows of one filter and look each one up in the others. An object that changed since is checked again.
 *
 * Kept values are replaced and never changed, since lists of different snapshots may run at the same time.
 */
export class CountMemory {
  readonly #totals = new Map<string, KnownTotal>();
  readonly #bitmaps = new LRUCache<string, FilterBitmap>({
    maxSize: BITMAP_BYTES,
    sizeCalculation: ({ bitmap }, key) => bitmap.bytes + 2 * key.length,
  });
  /** By all filters together. */
  readonly #answers = new LRUCache<string, KnownTotal>(remembered);
  /** Filters that have been asked for alone, once. */
  readonly #asked = new LRUCache<string, true>(remembered);

  /** The number of matching objects, if it was counted at exactly this revision. */
  at(list: BoundList, revision: number): number | undefined {
    const known = this.newest(list);
    return known?.revision === revision ? known.total : undefined;
  }

  /** The number of matching objects at the last count. */
  newest(list: BoundList): KnownTotal | undefined {
    return list.filters.length === 0 ? this.#totals.get(list.tables.table) : this.#answers.get(filtersKeyOf(list));
  }

  /** Remembers what was counted for a list. */
  learn(list: BoundList, counted: KnownTotal): void {
    const known = this.newest(list);
    if (known !== undefined && known.revision >= counted.revision) return;
    if (list.filters.length === 0) this.#totals.set(list.tables.table, counted);
    else this.#answers.set(filtersKeyOf(list), counted);
  }

  /** The number of all objects. */
  *all(list: BoundList, { revision, size }: Snapshot): Steps<number> {
    const { table } = list.tables;
    const known = this.#totals.get(table);
    const changes = new ChangesSince(list, revision);
    const own = known === undefined ? undefined : yield* changes.after(known.revision);
    const total = own === undefined || known === undefined ? yield* countRows(list, size) : known.total + growth(own);
    if (known === undefined || known.revision <= revision) this.#totals.set(table, { revision, total });
    return total;
  }

  /** The number of matching objects, if bitmaps of all filters are remembered. */
  *known(list: BoundList, snapshot: Snapshot): Steps<number | undefined> {
    const isKnown = list.filters.every((filter) => this.#bitmaps.has(keyOf(list, positiveOf(filter))));
    return isKnown ? yield* this.#count(list, snapshot) : undefined;
  }

  /**
   * The number of matching objects if all filters are broad; `undefined` if another way to count is cheaper. A single filter is not worth
   * remembering the first time.
   */
  *broad(list: BoundList, snapshot: Snapshot): Steps<number | undefined> {
    const [only, ...others] = list.filters;
    if (only === undefined) return undefined;
    const isWorth = others.length > 0 || this.#isAskedAgain(keyOf(list, positiveOf(only)));
    return isWorth ? yield* this.#count(list, snapshot) : undefined;
  }

  #isAskedAgain(key: string): boolean {
    if (this.#asked.delete(key)) return true;
    this.#asked.set(key, true);
    return false;
  }

  *#count(list: BoundList, snapshot: Snapshot): Steps<number | undefined> {
    const changes = new ChangesSince(list, snapshot.revision);
    const positive: Bitmap[] = [];
    const negative: Bitmap[] = [];
    for (const filter of list.filters) {
      const bitmap = yield* this.#bitmap({ list, filter: positiveOf(filter), changes, size: snapshot.size });
      if (bitmap === undefined) return undefined;
      (isNegative(filter.filter) ? negative : positive).push(bitmap);
    }
    const [first, ...rest] = positive;
    if (first !== undefined) return countCommon([first, ...rest], negative);
    return (yield* this.all(list, snapshot)) - countAny(negative);
  }

  /** `undefined` if ids are too large for a bitmap, or if the list's snapshot is older than what is remembered. */
  *#bitmap(request: BitmapRequest): Steps<Bitmap | undefined> {
    const { list, filter, changes } = request;
    const key = keyOf(list, filter);
    const known = this.#bitmaps.get(key);
    if (known !== undefined && known.revision > changes.until) return undefined;
    const updated = known === undefined ? undefined : yield* updateBitmap(known, request);
    const current = updated ?? (yield* makeBitmap(request));
    if (current !== undefined) this.#keep(key, current);
    return current?.bitmap;
  }

  #keep(key: string, bitmap: FilterBitmap): void {
    const kept = this.#bitmaps.get(key);
    if (kept !== undefined && kept.revision > bitmap.revision) return;
    this.#bitmaps.set(key, bitmap);
  }
}

function* countRows(list: BoundList, size: number): Steps<number> {
  return (yield* oneRow<{ total: number }>(withEffort(list.countRows(), size * COUNT_EFFORT))).total;
}

function growth(changes: readonly { readonly type: string }[]): number {
  const count = (type: string): number => changes.filter((change) => change.type === type).length;
  return count("ADDED") - count("DELETED");
}

/** A key of a filter and its values. */
function keyOf({ tables }: BoundList, { on, filter }: PlacedFilter): string {
  return textOf([tables.table, on, filter]);
}

/** A key of all filters of a list. */
function filtersKeyOf({ tables, filters }: BoundList): string {
  return textOf([tables.table, filters]);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? { int: String(part) } : part));
}

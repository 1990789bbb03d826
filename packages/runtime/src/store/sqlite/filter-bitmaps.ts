import type { BoundList, BroadCounter } from "../lists/bound-list.js";
import { isNegative, positiveOf, type PlacedFilter } from "../sql/filter-condition.js";
import { countAny, countCommon, type Bitmap } from "./bitmap.js";
import { BitmapSource, type FilterBitmap } from "./bitmap-source.js";
import type { SqliteDatabase } from "./open-database.js";

/** Memory that the bitmaps of a reader may take: at a million objects one takes 125 KB. */
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Filters that are remembered to have been asked for. */
const REMEMBERED = 1000;

/**
 * Counts what broad filters have in common. The database would go through all rows of one filter and look each up in the others; here the
 * ids that a filter finds are kept as bits, and counting is one pass over those. What changed since a bitmap was made is in the change
 * log, in the same snapshot: only those objects are looked at again.
 */
export class FilterBitmaps implements BroadCounter {
  readonly #source: BitmapSource;
  /** The most recently used last. */
  readonly #bitmaps = new Map<string, FilterBitmap>();
  readonly #asked = new Set<string>();
  #bytes = 0;

  constructor(database: SqliteDatabase) {
    this.#source = new BitmapSource(database);
  }

  /**
   * How many objects match; none where counting them otherwise is cheaper: a filter alone is not worth a bitmap the first time. To be
   * called within the snapshot of `revision`.
   */
  count(list: BoundList, revision: number): number | undefined {
    return this.#isWorth(list) ? this.#count(list, revision) : undefined;
  }

  /** The count if there are bitmaps of all filters. */
  countKnown(list: BoundList, revision: number): number | undefined {
    const isKnown = list.filters.every((filter) => this.#bitmaps.has(keyOf(list, positiveOf(filter))));
    return isKnown ? this.#count(list, revision) : undefined;
  }

  #count(list: BoundList, revision: number): number {
    const bitmapOf = (filter: PlacedFilter): Bitmap => this.#bitmapOf(list, positiveOf(filter), revision);
    const [first, ...rest] = list.filters.filter(({ filter }) => !isNegative(filter)).map(bitmapOf);
    const negative = list.filters.filter(({ filter }) => isNegative(filter)).map(bitmapOf);
    this.#evict();
    if (first !== undefined) return countCommon([first, ...rest], negative);
    return this.#source.countAll(list) - countAny(negative);
  }

  #isWorth(list: BoundList): boolean {
    const [only, ...others] = list.filters;
    if (only === undefined) return false;
    const key = keyOf(list, positiveOf(only));
    if (others.length > 0 || this.#bitmaps.has(key) || this.#asked.delete(key)) return true;
    this.#asked.add(key);
    for (const oldest of this.#asked) {
      if (this.#asked.size <= REMEMBERED) break;
      this.#asked.delete(oldest);
    }
    return false;
  }

  #bitmapOf(list: BoundList, filter: PlacedFilter, revision: number): Bitmap {
    const key = keyOf(list, filter);
    const known = this.#bitmaps.get(key);
    this.#forget(key);
    const isCurrent = known !== undefined && this.#source.update(known, { list, filter, revision });
    const current = isCurrent ? known : this.#source.make({ list, filter, revision });
    this.#bitmaps.set(key, current);
    this.#bytes += current.bitmap.bytes;
    return current.bitmap;
  }

  #evict(): void {
    for (const oldest of this.#bitmaps.keys()) {
      if (this.#bytes <= MEMORY_BYTES) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#bitmaps.get(key)?.bitmap.bytes ?? 0;
    this.#bitmaps.delete(key);
  }
}

/** Tells filters apart, values included. */
function keyOf({ tables }: BoundList, { on, filter }: PlacedFilter): string {
  return JSON.stringify([tables.table, on, filter], (_, value: unknown) =>
    typeof value === "bigint" ? { int: String(value) } : value,
  );
}

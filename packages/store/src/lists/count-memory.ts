import type { BoundList } from "./bound-list.js";
import { countAny, countCommon, type Bitmap } from "./bitmap.js";
import { ChangesSince } from "./changes-since.js";
import { makeBitmap, updateBitmap, type BitmapRequest, type FilterBitmap } from "./filter-bitmap.js";
import { RecentKeys } from "./recent-keys.js";
import { LRUCache } from "lru-cache";
import { isNegative, positiveOf, type PlacedFilter } from "../sql/filter-condition.js";
import { withEffort } from "./bound-statement.js";
import { oneRow, type Steps } from "./steps.js";

/** Memory for bitmaps. For a million objects one takes 125 KB. */
const MEMORY_BYTES = 64 * 1024 * 1024;

/** The effort of counting one row among all, for which only index pages are read: ten milliseconds for a million rows in memory. */
const COUNT_EFFORT = 0.03;

/** Filters remembered because they were used once. */
const REMEMBERED = 1000;

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
  /** The most recently used last. */
  readonly #bitmaps = new Map<string, FilterBitmap>();
  /** By all filters together. */
  readonly #answers = new LRUCache<string, KnownTotal>({ max: REMEMBERED });
  readonly #asked = new RecentKeys(REMEMBERED);
  #bytes = 0;

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
    const isWorth = others.length > 0 || this.#asked.take(keyOf(list, positiveOf(only)));
    return isWorth ? yield* this.#count(list, snapshot) : undefined;
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
    this.#evict();
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
    this.#forget(key);
    this.#bitmaps.set(key, bitmap);
    this.#bytes += bitmap.bitmap.bytes;
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

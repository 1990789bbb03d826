import { LRUCache } from "lru-cache";
import type { Query } from "../sql/sql.js";

/** How long it is remembered that an aggregate took long, in milliseconds: its objects may have become few, or been read into memory. */
const REMEMBERED = 60_000;

/**
 * Aggregates that took longer than their first attempt may, by their statements. A page that shows one asks for it again and again: the next
 * time no attempt is made.
 */
export class SlowAggregates {
  readonly #known = new LRUCache<string, true>({
    max: 1000,
    maxSize: 1024 * 1024,
    sizeCalculation: (_, key) => key.length,
    ttl: REMEMBERED,
  });

  has(query: Query): boolean {
    return this.#known.has(keyOf(query));
  }

  add(query: Query): void {
    this.#known.set(keyOf(query), true);
  }
}

function keyOf({ sql, values }: Query): string {
  return [sql, ...values.map(String)].join("\0");
}

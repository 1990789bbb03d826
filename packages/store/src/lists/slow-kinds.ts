import { LRUCache } from "lru-cache";

/**
 * How long a kind is avoided after it was slow twice in a row; doubled each time it is slow again, up to the maximum. Once may be chance: the
 * first list of its kind, or a busy machine.
 */
const FIRST_MILLISECONDS = 100;
const LAST_MILLISECONDS = 10_000;

/** The number of kinds remembered. */
const REMEMBERED = 500;

interface Slow {
  readonly until: number;
  readonly next: number;
}

/** Which kinds of lists were too slow recently. */
export class SlowKinds {
  readonly #slow = new LRUCache<string, Slow>({ max: REMEMBERED });

  has(kind: string, now: number): boolean {
    return (this.#slow.get(kind)?.until ?? 0) > now;
  }

  /** Records that a kind was slow. */
  add(kind: string, now: number): void {
    const { next = 0 } = this.#slow.get(kind) ?? {};
    const following = Math.min(LAST_MILLISECONDS, Math.max(FIRST_MILLISECONDS, next * 2));
    this.#slow.set(kind, { until: now + next, next: following });
  }

  /** Records that a kind was fast. */
  delete(kind: string): void {
    this.#slow.delete(kind);
  }
}

import type { Change } from "../store/store.js";

/** Most bytes of objects that are kept in memory. */
const MOST_BYTES = 16 * 1024 * 1024;

const MOST_CHANGES = 5000;

/** How many are handed out at a time. */
const BATCH = 500;

/** The newest changes, in order and without a gap. The oldest are let go of first. */
export class RecentChanges {
  #changes: Change[] = [];
  #bytes = 0;
  /** Everything after this revision is here. */
  #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  get newest(): number {
    return this.#changes.at(-1)?.revision ?? this.#since;
  }

  add(change: Change): void {
    this.#changes.push(change);
    this.#bytes += change.data.length;
    if (this.#changes.length > MOST_CHANGES || this.#bytes > MOST_BYTES) this.#dropHalf();
  }

  /** Changes after `revision`, as far as they are all here; nothing where some are not. */
  after(revision: number): readonly Change[] | undefined {
    if (revision < this.#since) return undefined;
    const start = this.#firstAfter(revision);
    return this.#changes.slice(start, start + BATCH);
  }

  /** Half at once, so that letting go costs little for each change. The newest is always kept. */
  #dropHalf(): void {
    const dropped = this.#changes.slice(0, Math.max(1, Math.floor(this.#changes.length / 2)));
    if (dropped.length === this.#changes.length) return;
    this.#changes = this.#changes.slice(dropped.length);
    this.#bytes -= dropped.reduce((bytes, { data }) => bytes + data.length, 0);
    this.#since = dropped.at(-1)?.revision ?? this.#since;
  }

  #firstAfter(revision: number): number {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

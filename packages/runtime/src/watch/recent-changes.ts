import { type Change, type ChangeLimit, changeBytes } from "@cmgen/store";

/** The newest changes, in order and without a gap, up to a limit. The oldest are dropped first. */
export class RecentChanges {
  readonly #most: ChangeLimit;
  #changes: Change[] = [];
  #bytes = 0;
  #since: number;

  constructor(since: number, most: ChangeLimit) {
    this.#since = since;
    this.#most = most;
  }

  /** Every change after this revision is here. */
  get since(): number {
    return this.#since;
  }

  get newest(): number {
    return this.#changes.at(-1)?.revision ?? this.#since;
  }

  add(change: Change): void {
    this.#changes.push(change);
    this.#bytes += changeBytes(change);
    if (this.#changes.length > this.#most.changes || this.#bytes > this.#most.bytes) this.#dropHalf();
  }

  /** The first changes after `revision`; undefined if some of them have been dropped. */
  after(revision: number, limit: ChangeLimit): readonly Change[] | undefined {
    return revision < this.#since ? undefined : firstChanges(this.#changes, revision, limit);
  }

  /** Drops half at once, so that the cost for each change is small. The newest is always kept. */
  #dropHalf(): void {
    const dropped = this.#changes.slice(0, Math.max(1, Math.floor(this.#changes.length / 2)));
    if (dropped.length === this.#changes.length) return;
    this.#changes = this.#changes.slice(dropped.length);
    this.#bytes -= dropped.reduce((bytes, change) => bytes + changeBytes(change), 0);
    this.#since = dropped.at(-1)?.revision ?? this.#since;
  }
}

/** The changes after `revision` from ordered changes, up to a limit; at least one if there is one. */
export function firstChanges(changes: readonly Change[], revision: number, limit: ChangeLimit): readonly Change[] {
  const start = firstAfter(changes, revision);
  let end = start;
  for (let bytes = 0; end < changes.length && end - start < limit.changes && bytes < limit.bytes; end += 1) {
    const change = changes[end];
    if (change !== undefined) bytes += changeBytes(change);
  }
  return changes.slice(start, end);
}

function firstAfter(changes: readonly Change[], revision: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle]?.revision ?? 0) <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}

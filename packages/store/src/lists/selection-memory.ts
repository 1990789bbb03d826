import { LRUCache } from "lru-cache";
import type { LogPosition } from "../log-position.js";
import type { WriteOutcome } from "../write-job.js";
import { bytesOf } from "../sql/id-set.js";
import type { Selection } from "./selection.js";

/** Memory that selections may take, if none is set. At a million objects one takes at most 125 KB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Memory of the machine, or of the container, that selections leave free. */
const FREE_BYTES = 128 * 1024 * 1024;

/** Selections that are so small are kept also when memory is short. */
const SMALL_BYTES = 65_536;

/** Keys are remembered of lists that were answered by a long look, up to this number and length. */
const longLooks = { max: 1000, maxSize: 1_000_000, sizeCalculation: (_: unknown, key: string): number => key.length };

/** The snapshot that a list reads. */
export interface Snapshot extends LogPosition {
  /** About how many objects there are. On SQLite there are at most that many. */
  readonly size: number;
}

/**
 * The selections of recent lists. One that was made at an earlier revision is brought up to date from the change log, in the snapshot of the list
 * that asks. So it is right, however many processes write.
 */
export class SelectionMemory {
  readonly #selections: LRUCache<string, Selection>;
  readonly #longLooks = new LRUCache<string, true>(longLooks);
  readonly #availableBytes: () => number;
  #newest = 0;
  #highest = 0;
  #seen: LogPosition | undefined;

  /** @param availableBytes memory that the machine, or the container, has left. */
  constructor(bytes = MOST_BYTES, availableBytes: () => number = () => process.availableMemory()) {
    this.#availableBytes = availableBytes;
    this.#selections = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ ids }, key) => bytesOf(ids) + 2 * key.length + 100,
    });
  }

  get(key: string): Selection | undefined {
    return this.#selections.get(key);
  }

  /** A selection at an earlier revision than the known one is not kept: another list was faster. */
  set(key: string, selection: Selection): void {
    const known = this.#selections.peek(key);
    if (known !== undefined && known.revision >= selection.revision) return;
    if (bytesOf(selection.ids) > SMALL_BYTES && this.#availableBytes() < FREE_BYTES) this.#selections.clear();
    this.#selections.set(key, selection);
    this.#highest = Math.max(this.#highest, selection.revision);
  }

  /** Forgets a selection that cannot be brought up to date. */
  forget(key: string): void {
    this.#selections.delete(key);
  }

  /** The highest revision that is known. */
  get highest(): number {
    return this.#highest;
  }

  /** How many changes came after a revision, as far as is known: those of other processes are known once a list has seen them. */
  changesSince(revision: number): number {
    return Math.max(0, this.#highest - revision);
  }

  /**
   * Forgets everything if the database was restored to an earlier state: then a snapshot is older than what was known before it began.
   *
   * @param highest the highest revision that was known before.
   */
  forgetIfOlder(revision: number, highest: number): void {
    if (revision >= highest) return;
    this.forgetAll();
    this.#highest = revision;
  }

  /** Notes the revision that a write of this process gets. It is greater than all that were known before, or the database was restored. */
  async observe(write: Promise<WriteOutcome>): Promise<WriteOutcome> {
    const highest = this.#highest;
    const outcome = await write;
    if (outcome.refused !== undefined) return outcome;
    this.forgetNewest();
    this.forgetIfOlder(outcome.revision - 1, highest);
    this.#highest = Math.max(this.#highest, outcome.revision);
    return outcome;
  }

  /** Notes a revision that the database has, as another process reported. */
  hear(revision: number): void {
    this.#highest = Math.max(this.#highest, revision);
  }

  /** Whether nothing was written after a revision, as far as is known. */
  isNewest(revision: number): boolean {
    return revision === this.#newest;
  }

  /** Records the position of a snapshot. */
  see({ revision, mark }: LogPosition): void {
    this.#newest = Math.max(this.#newest, revision);
    this.#highest = Math.max(this.#highest, revision);
    if (revision >= (this.#seen?.revision ?? 0)) this.#seen = { revision, mark };
  }

  /** The newest position that was seen: with it, whether the database has lost what is remembered can be found out. */
  get seen(): LogPosition | undefined {
    return this.#seen;
  }

  /** Forgets everything: the database has lost the past that it is from. */
  forgetAll(): void {
    this.#selections.clear();
    this.#newest = 0;
    this.#highest = 0;
    this.#seen = undefined;
  }

  /** Records that something was written. */
  forgetNewest(): void {
    this.#newest = 0;
  }

  /** Whether a list of the same filters was answered by a long look. If it is asked again, what it selects is worth reading. */
  wasLongLook(key: string): boolean {
    return this.#longLooks.has(key);
  }

  setLongLook(key: string): void {
    this.#longLooks.set(key, true);
  }
}

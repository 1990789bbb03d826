import type { WriteJob, WriteOutcome } from "../write-job.js";

/** A write, and the promise of its outcome. */
export interface QueuedWrite {
  readonly job: WriteJob;
  resolve(outcome: WriteOutcome): void;
  reject(error: unknown): void;
}

/** How a write ended. */
export type SettledWrite = { readonly outcome: WriteOutcome } | { readonly error: unknown };

/** Settles the promise of a write. */
export function settleWrite({ resolve, reject }: QueuedWrite, settled: SettledWrite | undefined): void {
  if (settled === undefined) reject(new Error("A write was not answered"));
  else if ("error" in settled) reject(settled.error);
  else resolve(settled.outcome);
}

interface CommitQueueOptions<Item> {
  /** Writes that one commit takes, at most; but one item whatever its size. */
  readonly limit: number;
  /** The number of writes in an item. Default: one. */
  sizeOf?(item: Item): number;
  /** Awaited before each commit. Writes that arrive in the meantime share it. */
  gather(): Promise<void>;
  /** Does writes in one transaction and settles each. Never rejects. */
  commit(batch: readonly Item[]): Promise<void>;
}

/**
 * Gathers writes that arrive during a commit into one transaction, so that they wait for the disk once. Each is answered after its commit.
 */
export class CommitQueue<Item> {
  readonly #options: CommitQueueOptions<Item>;
  #waiting: Item[] = [];
  #running: Promise<void> | undefined;

  constructor(options: CommitQueueOptions<Item>) {
    this.#options = options;
  }

  put(write: Item): void {
    this.#waiting.push(write);
    this.#running ??= this.#drain();
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    const { gather, commit } = this.#options;
    while (this.#waiting.length > 0) {
      await gather();
      await commit(this.#waiting.splice(0, this.#fitting()));
    }
    this.#running = undefined;
  }

  /** How many of the waiting items fit into one commit. */
  #fitting(): number {
    const { limit, sizeOf = () => 1 } = this.#options;
    let size = 0;
    const tooMany = this.#waiting.findIndex((item) => (size += sizeOf(item)) > limit);
    return tooMany < 0 ? this.#waiting.length : Math.max(1, tooMany);
  }
}

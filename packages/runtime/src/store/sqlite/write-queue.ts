import { setImmediate } from "node:timers/promises";
import type { WriteOutcome } from "../store.js";
import type { WriteJob } from "../write-job.js";
import type { SettledWrite } from "./write-batch.js";

/** Writes that one commit takes at most. */
const BATCH_LIMIT = 256;

interface QueuedWrite {
  readonly job: WriteJob;
  resolve(outcome: WriteOutcome): void;
  reject(error: unknown): void;
}

export interface WriteQueueOptions {
  /** Does writes in one transaction. Rejects if none is done. */
  run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]>;
  /** Called after a commit. */
  committed(): void;
}

/**
 * Gathers writes that arrive in one turn of the event loop, or while others are being committed, into one transaction: a commit waits for
 * the disk, and so they wait for it once. Each is answered after the commit.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  #waiting: QueuedWrite[] = [];
  #running: Promise<void> | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  add(job: WriteJob): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    // What was waiting for one commit often has more to write right after it: a turn of the event loop lets it all come together.
    await setImmediate();
    while (this.#waiting.length > 0) {
      await this.#commit(this.#waiting.splice(0, BATCH_LIMIT));
      await setImmediate();
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    try {
      const settled = await this.#options.run(batch.map(({ job }) => job));
      for (const [place, write] of batch.entries()) settle(write, settled[place]);
      this.#options.committed();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function settle({ resolve, reject }: QueuedWrite, settled: SettledWrite | undefined): void {
  if (settled === undefined) reject(new Error("A write was not answered"));
  else if ("error" in settled) reject(settled.error);
  else resolve(settled.outcome);
}

import type { WriteOutcome } from "./write-outcome.js";
import type { WriteJob } from "./write-job.js";

/** A write, and the promise of its outcome. */
export interface QueuedWrite {
  readonly job: WriteJob;
  resolve(outcome: WriteOutcome): void;
  reject(error: unknown): void;
}

export interface CommitQueueOptions {
  /** Writes that one commit takes, at most. */
  readonly limit: number;
  /** Awaited before each commit. Writes that arrive in the meantime share it. */
  gather(): Promise<void>;
  /** Does writes in one transaction and settles each. Never rejects. */
  commit(batch: readonly QueuedWrite[]): Promise<void>;
}

/**
 * Gathers writes that arrive during a commit into one transaction, so that they wait for the disk once. Each is answered after its commit.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  #waiting: QueuedWrite[] = [];
  #running: Promise<void> | undefined;

  constructor(options: CommitQueueOptions) {
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
    const { limit, gather, commit } = this.#options;
    while (this.#waiting.length > 0) {
      await gather();
      await commit(this.#waiting.splice(0, limit));
    }
    this.#running = undefined;
  }
}

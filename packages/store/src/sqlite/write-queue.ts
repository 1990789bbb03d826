import { setImmediate } from "node:timers/promises";
import { CommitQueue, type QueuedWrite } from "../commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { SettledWrite } from "./write-batch.js";

/** Writes that one commit takes, at most. */
const BATCH_LIMIT = 256;

export interface WriteQueueOptions {
  /** Does writes in one transaction. Rejects if none is done. */
  run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]>;
  /** Called after a commit. */
  committed(): void;
}

/**
 * A queue of writes to SQLite. Callers that waited for a commit often write again right after it; one turn of the event loop lets these writes
 * share the next commit.
 */
export function writeQueue(options: WriteQueueOptions): CommitQueue {
  return new CommitQueue({ limit: BATCH_LIMIT, gather: setImmediate, commit: (batch) => commit(batch, options) });
}

async function commit(batch: readonly QueuedWrite[], { run, committed }: WriteQueueOptions): Promise<void> {
  try {
    const settled = await run(batch.map(({ job }) => job));
    for (const [place, write] of batch.entries()) settle(write, settled[place]);
    committed();
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function settle({ resolve, reject }: QueuedWrite, settled: SettledWrite | undefined): void {
  if (settled === undefined) reject(new Error("A write was not answered"));
  else if ("error" in settled) reject(settled.error);
  else resolve(settled.outcome);
}

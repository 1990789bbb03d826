import { setImmediate } from "node:timers/promises";
import { CommitQueue, type QueuedWrite } from "../commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { SettledWrite } from "./write-batch.js";

/** Writes that one commit takes at most. */
const BATCH_LIMIT = 256;

/** A turn of the event loop that took longer had others to serve. */
const QUIET_MILLISECONDS = 0.2;

export interface WriteQueueOptions {
  /** Does writes in one transaction; `quiet` says that nobody else is being served. Rejects if none is done. */
  run(jobs: readonly WriteJob[], quiet: boolean): Promise<readonly SettledWrite[]>;
  /** Called after a commit. */
  committed(): void;
}

/**
 * A queue of writes to SQLite. What was waiting for one commit often has more to write right after it: a turn of the event loop lets it
 * all come together.
 */
export function writeQueue({ run, committed }: WriteQueueOptions): CommitQueue {
  let turn = 0;
  const gather = async (): Promise<void> => {
    const start = performance.now();
    await setImmediate();
    turn = performance.now() - start;
  };
  const runAll = (jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]> => run(jobs, turn < QUIET_MILLISECONDS);
  return new CommitQueue({ limit: BATCH_LIMIT, gather, commit: (batch) => commit(batch, { run: runAll, committed }) });
}

interface Committing {
  run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]>;
  committed(): void;
}

async function commit(batch: readonly QueuedWrite[], { run, committed }: Committing): Promise<void> {
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

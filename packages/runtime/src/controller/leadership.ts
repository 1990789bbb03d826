import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log/log.js";
import type { HeldLock, ProcessLocks } from "@cmgen/store";

/** The interval at which a waiting process asks for the lock. */
const ASK_MS = 1000;

/**
 * How long a process that had to wait holds the lock before it begins. The previous holder may have lost the lock without noticing, and stops in
 * this time.
 */
const HANDOVER_MS = 1000;

export interface Candidacy {
  readonly locks: ProcessLocks;
  /** Names the work that one process does at a time. */
  readonly name: string;
  readonly log: Log;
  /** Aborted to stop. */
  readonly signal: AbortSignal;
}

/** The work under the lock. Must check {@link HeldLock.isHeld} before anything that two processes must not do. */
type Lead = (signal: AbortSignal, lock: HeldLock) => Promise<void>;

/**
 * Calls `lead` each time this process gets the lock. `lead` runs until its signal is aborted, because the lock is lost or everything stops, and
 * then ends. After that the lock is released.
 */
export async function leadWhenHeld(candidacy: Candidacy, lead: Lead): Promise<void> {
  const { name, log, signal } = candidacy;
  let waited = false;
  let failing = false;
  while (!signal.aborted) {
    try {
      if (await leadOnce(candidacy, { waited, lead }))
        log.warn({ lock: name }, "lock lost: another process may continue");
      failing = false;
    } catch (error) {
      // While the database is away this happens every second, so it is logged once.
      if (!signal.aborted && !failing) log.error({ lock: name, err: error }, "work under a lock failed");
      failing = true;
    }
    waited = true;
    await pause(ASK_MS, signal);
  }
}

interface Attempt {
  readonly waited: boolean;
  readonly lead: Lead;
}

/** Returns whether this process had the lock and lost it. */
async function leadOnce({ locks, name, signal }: Candidacy, { waited, lead }: Attempt): Promise<boolean> {
  const lock = await locks.tryHold(name);
  if (lock === undefined) return false;
  try {
    const ending = AbortSignal.any([signal, lock.lost]);
    if (waited) await pause(HANDOVER_MS, ending);
    if (!ending.aborted) await lead(ending, lock);
    return lock.lost.aborted && !signal.aborted;
  } finally {
    await lock.release();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // The caller checks what ended the pause.
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log/log.js";
import type { HeldLock, ProcessLocks } from "@cmgen/store";

/** How often a process that waits asks for the lock. */
const ASK_MS = 1000;

/**
 * How long a process that had to wait holds the lock before it begins: the one before it may have lost the lock without a word, and
 * comes to an end meanwhile.
 */
const HANDOVER_MS = 1000;

export interface Turns {
  readonly locks: ProcessLocks;
  /** Names what one process at a time does. */
  readonly name: string;
  readonly log: Log;
  /** Ends the taking of turns. */
  readonly signal: AbortSignal;
}

/** What is done under the lock, of which {@link HeldLock.isHeld} is to be asked before anything that two must not do. */
type Lead = (signal: AbortSignal, lock: HeldLock) => Promise<void>;

/**
 * Does something whenever this process holds the lock of its name, and again whenever it holds it again. `lead` goes on until its signal is
 * aborted, because the lock is lost or everything ends, and then comes to an end; the lock is given up after that.
 */
export async function takeTurns(turns: Turns, lead: Lead): Promise<void> {
  const { name, log, signal } = turns;
  let waited = false;
  let failing = false;
  while (!signal.aborted) {
    try {
      if (await takeTurn(turns, { waited, lead })) log.warn({ lock: name }, "lock lost: another process may continue");
      failing = false;
    } catch (error) {
      // While the database is away this happens every second: it is logged once.
      if (!signal.aborted && !failing) log.error({ lock: name, err: error }, "work under a lock failed");
      failing = true;
    }
    waited = true;
    await pause(ASK_MS, signal);
  }
}

interface Turn {
  readonly waited: boolean;
  readonly lead: Lead;
}

/** Returns whether there was a turn, and it was lost. */
async function takeTurn({ locks, name, signal }: Turns, { waited, lead }: Turn): Promise<boolean> {
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
  // Whoever ends the pause is looked at by its caller.
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

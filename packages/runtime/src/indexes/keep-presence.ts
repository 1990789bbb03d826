import { setTimeout as delay } from "node:timers/promises";
import type { HeldLock, ProcessLocks } from "@cmgen/store";

/** The interval at which a lock is looked at. */
const ASK_MS = 1000;

interface Presence {
  readonly name: string;
  readonly presence: HeldLock | undefined;
  /** Called once it is taken again: others may have taken this process for ended. An error is the next look's business. */
  readonly regained?: () => Promise<void>;
}

/**
 * Keeps a shared lock that shows others that this process runs, and takes it again when its connection breaks. What another release does in
 * between is found by reading.
 *
 * @returns a function that gives it up.
 */
export function keepPresence(locks: ProcessLocks, { name, presence, regained }: Presence): () => Promise<void> {
  const given = new AbortController();
  let current = presence;
  const keep = async (): Promise<void> => {
    while (!given.signal.aborted) {
      if (current === undefined || current.lost.aborted) {
        // The database does not answer, or another process holds the lock: try again later.
        const taken = await locks.tryShare(name).catch(() => undefined);
        if (given.signal.aborted) await taken?.release().catch(() => undefined);
        else current = taken;
        if (current !== undefined) await regained?.().catch(() => undefined);
      }
      await delay(ASK_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
    }
  };
  void keep();
  return async () => {
    given.abort();
    await current?.release();
  };
}

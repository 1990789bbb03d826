/** How much of the change log is kept. */
export interface ChangeRetention {
  /** Changes older than this may be dropped: a watch that was away for longer begins anew. */
  readonly milliseconds: number;
  /** Most changes kept, whatever their age. */
  readonly changes: number;
}

/** An hour, or about 100 MB of objects of 1 KB. */
export const defaultRetention: ChangeRetention = { milliseconds: 3_600_000, changes: 100_000 };

/** A change log that can be trimmed. */
export interface TrimmableLog {
  newestRevision(): Promise<number>;
  /** The oldest changes, in order. */
  oldest(limit: number): Promise<readonly { readonly revision: number; readonly at: number }[]>;
  /** Removes changes up to a revision. */
  trim(revision: number): Promise<void>;
}

/** Changes removed by one statement. */
const TRIMMED_AT_ONCE = 1000;

/** Removes what need not be kept any more, some at a time. */
export async function trimChanges(log: TrimmableLog, retention: ChangeRetention): Promise<void> {
  const leastKept = (await log.newestRevision()) - retention.changes;
  const youngest = Date.now() - retention.milliseconds;
  for (;;) {
    const oldest = await log.oldest(TRIMMED_AT_ONCE);
    const last = oldest.findLast(({ revision, at }) => revision <= leastKept || at < youngest);
    if (last === undefined) return;
    await log.trim(last.revision);
    if (oldest.length < TRIMMED_AT_ONCE || last !== oldest.at(-1)) return;
  }
}

export interface TrimSettings {
  readonly retention: ChangeRetention;
  /** Told of errors; the next time may be better. */
  readonly failed: (error: unknown) => void;
}

/** Trims a log now and then. Returns how to stop, and to wait for what is being done. */
export function trimRegularly(log: TrimmableLog, { retention, failed }: TrimSettings): () => Promise<void> {
  let running = Promise.resolve();
  const interval = Math.min(60_000, Math.max(1000, retention.milliseconds / 4));
  const timer = setInterval(() => {
    running = running.then(() => trimChanges(log, retention)).catch(failed);
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

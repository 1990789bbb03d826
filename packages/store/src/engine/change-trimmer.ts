import type { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { ChangeRetention, StoreSettings } from "../store-settings.js";

export interface ChangeSize {
  readonly revision: number;
  /** Bytes of the change's objects. */
  readonly size: number;
}

/** How far those have come who must have every change. */
export interface LogReaders {
  /** The revision up to which the audit has written changes; undefined where nothing is audited. */
  readonly audited: number | undefined;
  /** The revision up to which every subscription has been sent its changes; undefined without subscriptions. */
  readonly delivered: number | undefined;
}

/** A change log that can be trimmed. */
export interface TrimmableLog {
  /** Revisions and sizes of changes after a revision, in order. */
  sizesAfter(revision: number, count: number): Promise<readonly ChangeSize[]>;
  /** What has to be written or sent before it is trimmed. */
  readers(): Promise<LogReaders>;
  /** Removes changes up to a revision. */
  trim(revision: number): Promise<void>;
}

/** Changes that one statement measures or removes, at most. */
const AT_ONCE = 1000;

/** Bytes that one statement removes, at most; its last change may exceed them. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/** Each trim removes one of this many parts of the log. */
const PARTS = 16;

/** Consecutive changes that are trimmed together. */
interface Block {
  /** The last revision. */
  until: number;
  changes: number;
  bytes: number;
  /** When the first and the last change were first seen here. */
  readonly from: number;
  seen: number;
}

/**
 * Decides which changes are removed. The age of a change counts from when this process first saw it, on a monotonic clock. So setting the
 * wall clock, here or on another machine that writes to the same database, removes nothing early. After a start, ages begin at zero again.
 */
export class ChangeTrimmer {
  readonly #log: TrimmableLog;
  readonly #retention: ChangeRetention;
  readonly #clock: () => number;
  #blocks: Block[] = [];
  #newest = 0;

  constructor(log: TrimmableLog, retention: ChangeRetention, clock: () => number = () => performance.now()) {
    this.#log = log;
    this.#retention = retention;
    this.#clock = clock;
  }

  /**
   * Measures new changes and removes old ones. Other work runs between two statements.
   *
   * @param hasNew whether there may be changes since the last run. Without them, and if none is due to be removed, nothing is asked.
   */
  async run(hasNew = true): Promise<void> {
    if (!hasNew) return this.#trim();
    for (;;) {
      const sizes = await this.#log.sizesAfter(this.#newest, AT_ONCE);
      for (const change of sizes) this.#add(change);
      await setImmediate();
      await this.#trim();
      if (sizes.length < AT_ONCE) return;
    }
  }

  #add({ revision, size }: ChangeSize): void {
    const now = this.#clock();
    const last = this.#blocks.at(-1);
    this.#newest = revision;
    if (last === undefined || this.#isFull(last, now)) {
      this.#blocks.push({ until: revision, changes: 1, bytes: size, from: now, seen: now });
    } else {
      Object.assign(last, { until: revision, changes: last.changes + 1, bytes: last.bytes + size, seen: now });
    }
  }

  #isFull({ changes, bytes, from }: Block, now: number): boolean {
    const most = Math.min(BYTES_AT_ONCE, this.#retention.bytes / PARTS);
    return changes >= AT_ONCE || bytes >= most || now - from > this.#retention.milliseconds / PARTS;
  }

  async #trim(): Promise<void> {
    const leastKept = this.#newest - this.#retention.changes;
    let bytes = this.#blocks.reduce((sum, block) => sum + block.bytes, 0);
    const { unauditedBytes, undeliveredBytes } = this.#retention;
    let readers: LogReaders | undefined;
    // The change that the slowest subscription has come to stays: its mark tells whether the database still has that past.
    const mayTrim = async (until: number): Promise<boolean> => {
      readers ??= await this.#log.readers();
      const { audited = Infinity, delivered = Infinity } = readers;
      return (until <= audited || bytes > unauditedBytes) && (until < delivered || bytes > undeliveredBytes);
    };
    for (let first = this.#blocks[0]; first !== undefined; first = this.#blocks[0]) {
      const isOld = this.#clock() - first.seen > this.#retention.milliseconds;
      const isTooMuch = bytes > this.#retention.bytes && this.#blocks.length > 1;
      if (!isOld && !isTooMuch && first.until > leastKept) break;
      if (!(await mayTrim(first.until))) return;
      await this.#log.trim(first.until);
      this.#blocks.shift();
      bytes -= first.bytes;
      await setImmediate();
    }
    // Revisions have no gaps, so a number of changes is kept exactly.
    const [first] = this.#blocks;
    if (first !== undefined && first.until - first.changes < leastKept && (await mayTrim(leastKept))) {
      await this.#log.trim(leastKept);
      first.changes = first.until - leastKept;
    }
  }
}

/** The log is measured often enough that it cannot grow far beyond its limit. */
const LONGEST_INTERVAL_MS = 5000;

/** What emits `change` after changes. */
type ChangeEvents = EventEmitter<{ change: [] }>;

/**
 * Trims a log regularly. The next run may succeed where one failed. Returns a function that stops this and waits for the current run, whose
 * errors are then no longer reported.
 */
export function trimRegularly(
  log: TrimmableLog,
  events: ChangeEvents,
  { retention, trimMilliseconds, failed }: Pick<StoreSettings, "retention" | "trimMilliseconds" | "failed">,
): () => Promise<void> {
  const trimmer = new ChangeTrimmer(log, retention);
  let hasNew = true;
  events.on("change", () => (hasNew = true));
  let running: Promise<void> | undefined;
  let isStopped = false;
  const tell = (error: unknown): void => {
    if (!isStopped) failed(error);
  };
  const interval = trimMilliseconds ?? Math.min(LONGEST_INTERVAL_MS, Math.max(1000, retention.milliseconds / 4));
  const timer = setInterval(() => {
    if (running !== undefined) return;
    const isMeasured = hasNew;
    hasNew = false;
    running = trimmer
      .run(isMeasured)
      .catch((error: unknown) => {
        hasNew = true;
        tell(error);
      })
      .finally(() => {
        running = undefined;
      });
  }, interval);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

import { EventEmitter, once } from "node:events";
import { backgroundSlot, SLOT_MS } from "../background/background-slot.js";

/** Works on a key. Returns when to do it again although nothing changed. */
export type Work = (key: string) => Promise<{ readonly againInMs?: number } | void>;

export interface WorkQueueOptions {
  /** The number of keys worked on at a time. */
  readonly concurrency: number;
  /** Called with each failure, the number of failures in a row, and the time until the next try. */
  readonly onFailure: (failure: {
    readonly key: string;
    readonly error: unknown;
    readonly attempt: number;
    readonly retryInMs: number;
  }) => void;
  /** Called when a key begins to wait. */
  readonly onAdd?: () => void;
  /** Called at the end of each piece of work. */
  readonly onEnd?: (outcome: "done" | "failed", seconds: number) => void;
}

/** A key whose work failed the last time. */
export interface FailingKey {
  readonly key: string;
  /** Failures in a row. */
  readonly attempts: number;
  /** The first of them, in milliseconds since 1970. */
  readonly since: number;
  /** When it is tried again, in milliseconds since 1970. */
  readonly retryAt: number;
}

/** How many keys there are in each condition. */
export interface QueueCounts {
  /** Wait for one of the places. */
  readonly waiting: number;
  readonly active: number;
  /** Wait for a time: for the next try, or because they asked to be worked on later. */
  readonly delayed: number;
  /** Failed the last time. Most of them are delayed, too. */
  readonly failing: number;
}

interface DelayedKey {
  readonly timer: NodeJS.Timeout;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** With this many keys waiting, callers that add all keys wait, too: more would only take memory. */
const MOST_WAITING = 1000;

/** The pause after the first failure of a key. */
const FIRST_RETRY_MS = 5;

/** The longest pause, after 18 failures in a row. */
const LONGEST_RETRY_MS = 1_000_000;

/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Works through keys. A key waits at most once however often it is added, and is never worked on twice at a time. If it is added during its work,
 * it is worked on again afterwards. A key whose work throws is tried again, each time after a longer pause.
 */
export class WorkQueue {
  readonly #work: Work;
  readonly #options: WorkQueueOptions;
  /** In the order they were added. */
  readonly #waiting = new Set<string>();
  readonly #active = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, DelayedKey>();
  readonly #failing = new Map<string, FailingKey>();
  readonly #drained = new EventEmitter<{ room: [] }>().setMaxListeners(0);
  #stopped = false;
  #slotEnd = 0;

  constructor(work: Work, options: WorkQueueOptions) {
    this.#work = work;
    this.#options = options;
  }

  add(key: string): void {
    if (this.#stopped) return;
    const { size } = this.#waiting;
    if (this.#waiting.add(key).size > size) this.#options.onAdd?.();
    this.#startNext();
  }

  /** Resolves once few keys wait, or the signal is aborted: for callers that add any number of keys. */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#waiting.size >= MOST_WAITING && !signal.aborted)
      await once(this.#drained, "room", { signal }).catch(() => undefined);
  }

  counts(): QueueCounts {
    const { size: waiting } = this.#waiting;
    return { waiting, active: this.#active.size, delayed: this.#timers.size, failing: this.#failing.size };
  }

  /** When the next of the delayed keys is worked on, in milliseconds since 1970; undefined where none is delayed. */
  nextAt(): number | undefined {
    let next: number | undefined;
    for (const { at } of this.#timers.values()) next = Math.min(at, next ?? at);
    return next;
  }

  /** Keys that failed the last time, the one that has failed for longest first. */
  failing(): Iterable<FailingKey> {
    return this.#failing.values();
  }

  /** Starts nothing more and waits for running work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#active.values());
  }

  #startNext(): void {
    for (const key of this.#waiting) {
      if (this.#stopped || this.#active.size >= this.#options.concurrency) return;
      if (this.#active.has(key)) continue;
      this.#waiting.delete(key);
      // What it does now decides when it is worked on again.
      this.#cancelTimer(key);
      this.#active.set(key, this.#run(key));
      if (this.#waiting.size < MOST_WAITING) this.#drained.emit("room");
    }
  }

  async #run(key: string): Promise<void> {
    await this.#slot();
    const begun = performance.now();
    let outcome: "done" | "failed" = "done";
    try {
      const result = await this.#work(key);
      this.#failing.delete(key);
      if (result?.againInMs !== undefined) this.#addLater(key, result.againInMs);
    } catch (error) {
      outcome = "failed";
      this.#retry(key, error);
    } finally {
      this.#options.onEnd?.(outcome, (performance.now() - begun) / 1000);
      this.#active.delete(key);
      this.#startNext();
    }
  }

  /**
   * Otherwise work that only waits for memory or SQLite would go on, key after key, before any request is answered. Never resolves before the
   * caller of `add` continues.
   */
  async #slot(): Promise<void> {
    if (performance.now() < this.#slotEnd) return;
    await backgroundSlot();
    this.#slotEnd = performance.now() + SLOT_MS;
  }

  #retry(key: string, error: unknown): void {
    const now = Date.now();
    const { attempts: before = 0, since = now } = this.#failing.get(key) ?? {};
    const attempts = before + 1;
    const retryInMs = retryDelay(attempts);
    this.#failing.set(key, { key, attempts, since, retryAt: now + retryInMs });
    this.#options.onFailure({ key, error, attempt: attempts, retryInMs });
    this.#addLater(key, retryInMs);
  }

  #addLater(key: string, delayMs: number): void {
    if (this.#stopped) return;
    this.#cancelTimer(key);
    const timer = setTimeout(
      () => {
        this.#timers.delete(key);
        this.add(key);
      },
      Math.min(delayMs, LONGEST_TIMER_MS),
    );
    this.#timers.set(key, { timer, at: Date.now() + delayMs });
  }

  #cancelTimer(key: string): void {
    clearTimeout(this.#timers.get(key)?.timer);
    this.#timers.delete(key);
  }
}

/** Twice as long after each failure; half of it at random, so that keys that failed together do not return together. */
function retryDelay(attempts: number): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  return Math.round(longest * (0.5 + Math.random() / 2));
}

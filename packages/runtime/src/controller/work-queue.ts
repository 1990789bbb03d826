import { backgroundTurn, TURN_MS } from "../background/background-turn.js";

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
}

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Works through keys. A key waits at most once however often it is added, and is never worked on twice at a time. If it is added during its work,
 * it is worked on again afterwards. A key whose work throws is tried again, each time after twice as long.
 */
export class WorkQueue {
  readonly #work: Work;
  readonly #options: WorkQueueOptions;
  /** In the order they were added. */
  readonly #waiting = new Set<string>();
  readonly #active = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #failures = new Map<string, number>();
  #stopped = false;
  #turnEnd = 0;

  constructor(work: Work, options: WorkQueueOptions) {
    this.#work = work;
    this.#options = options;
  }

  add(key: string): void {
    if (this.#stopped) return;
    this.#waiting.add(key);
    this.#startNext();
  }

  /** The number of keys that wait, are worked on, or wait for another try. */
  get depth(): number {
    return this.#waiting.size + this.#active.size + this.#timers.size;
  }

  /** Starts nothing more and waits for running work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#active.values());
  }

  #startNext(): void {
    for (const key of this.#waiting) {
      if (this.#stopped || this.#active.size >= this.#options.concurrency) return;
      if (this.#active.has(key)) continue;
      this.#waiting.delete(key);
      this.#active.set(key, this.#run(key));
    }
  }

  async #run(key: string): Promise<void> {
    await this.#turn();
    try {
      const result = await this.#work(key);
      this.#failures.delete(key);
      if (result?.againInMs !== undefined) this.#addLater(key, result.againInMs);
    } catch (error) {
      this.#retry(key, error);
    } finally {
      this.#active.delete(key);
      this.#startNext();
    }
  }

  /**
   * Otherwise work that only waits for memory or SQLite would go on, key after key, before any request is answered. Never resolves before the
   * caller of `add` continues.
   */
  async #turn(): Promise<void> {
    if (performance.now() < this.#turnEnd) return;
    await backgroundTurn();
    this.#turnEnd = performance.now() + TURN_MS;
  }

  #retry(key: string, error: unknown): void {
    const attempt = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, attempt);
    const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
    this.#options.onFailure({ key, error, attempt, retryInMs });
    this.#addLater(key, retryInMs);
  }

  #addLater(key: string, delayMs: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(
      () => {
        this.#timers.delete(key);
        this.add(key);
      },
      Math.min(delayMs, LONGEST_TIMER_MS),
    );
    this.#timers.set(key, timer);
  }
}

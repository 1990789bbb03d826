/** Bytes that take about as long to read as the rows between two calls. */
const BYTES_AS_CALL = 32_768;

/** Calls between two looks at the clock, at most: about two hundred rows. */
const MOST_CALLS = 12;

/** If calls take longer than this on average, pages come from the disk, and the clock is read at every call. */
const SLOW_CALL_MILLISECONDS = 0.2;

/** Reports when a time is up, for callers that ask so often that reading the clock each time would dominate. */
export class Stopwatch {
  readonly #now: () => number;
  #deadline = Infinity;
  #looked = 0;
  #calls = 0;
  #until = 1;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(milliseconds: number): void {
    this.#looked = this.#now();
    this.#deadline = this.#looked + milliseconds;
    this.#calls = 0;
    this.#until = 1;
  }

  stop(): void {
    this.#deadline = Infinity;
  }

  /** Whether the time is up; `bytes` have been read since the last call. */
  isUp(bytes: number): boolean {
    if (this.#deadline === Infinity) return false;
    this.#calls += 1 + bytes / BYTES_AS_CALL;
    if (this.#calls < this.#until) return false;
    const now = this.#now();
    const isSlow = now - this.#looked > this.#calls * SLOW_CALL_MILLISECONDS;
    this.#until = isSlow ? 1 : Math.min(MOST_CALLS, this.#until * 2);
    this.#looked = now;
    this.#calls = 0;
    return now > this.#deadline;
  }
}

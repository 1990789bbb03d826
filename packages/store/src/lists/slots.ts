import pLimit, { type LimitFunction } from "p-limit";
import { UnavailableError } from "../unavailable-error.js";

/** Slots for long lists: a limited number of functions runs at a time, in the order in which they came. */
export class Slots {
  readonly #limit: LimitFunction;
  readonly #milliseconds: number;

  /** @param milliseconds how long a function waits for a slot. */
  constructor(atATime: number, milliseconds: number) {
    this.#limit = pLimit(atATime);
    this.#milliseconds = milliseconds;
  }

  /** How many functions wait for a slot. */
  get waiting(): number {
    return this.#limit.pendingCount;
  }

  /**
   * Runs a function in a slot.
   *
   * @throws the signal's reason if it is aborted by then: the function is not run.
   * @throws {UnavailableError} `busy` if no slot is free in time: the function is not run.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(
          new UnavailableError("There are too many long lists at the moment. Try again later.", { state: "busy" }),
        );
      }, this.#milliseconds);
      const begin = async (): Promise<void> => {
        clearTimeout(timer);
        if (isLate) return;
        signal?.throwIfAborted();
        resolve(await work());
      };
      this.#limit(begin).catch(reject);
    });
  }

  /** Waits for a slot and returns the function that frees it. Rejects as {@link run} does. */
  enter(signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.run(() => new Promise<void>((leave) => resolve(leave)), signal).catch(reject);
    });
  }
}

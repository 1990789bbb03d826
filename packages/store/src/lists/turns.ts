import pLimit, { type LimitFunction } from "p-limit";
import { UnavailableError } from "../unavailable-error.js";

/** Runs a limited number of functions at a time, first come first served. */
export class Turns {
  readonly #limit: LimitFunction;
  readonly #patience: number;

  /** @param patience how long a function waits for its turn, in milliseconds. */
  constructor(atATime: number, patience: number) {
    this.#limit = pLimit(atATime);
    this.#patience = patience;
  }

  /**
   * Runs a function when it is its turn.
   *
   * @throws the signal's reason if it is aborted by then: the function is not run.
   * @throws {UnavailableError} `busy` if its turn does not come in time: the function is not run.
   */
  take<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(
          new UnavailableError("There are too many long lists at the moment. Try again later.", { state: "busy" }),
        );
      }, this.#patience);
      const turn = async (): Promise<void> => {
        clearTimeout(timer);
        if (isLate) return;
        signal?.throwIfAborted();
        resolve(await run());
      };
      this.#limit(turn).catch(reject);
    });
  }

  /** Begins a turn if one is free, and returns the function that ends it. */
  tryEnter(): (() => void) | undefined {
    const { activeCount, pendingCount, concurrency } = this.#limit;
    if (activeCount + pendingCount >= concurrency) return undefined;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    void this.#limit(() => left);
    return leave;
  }

  /** Waits for a turn and returns the function that ends it. Rejects as {@link take} does. */
  enter(signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.take(() => new Promise<void>((leave) => resolve(leave)), signal).catch(reject);
    });
  }
}

import pLimit, { type LimitFunction } from "p-limit";
import { UnavailableError } from "../unavailable-error.js";

/** Lets so many functions run at a time, in the order they came. */
export class Turns {
  readonly #limit: LimitFunction;
  readonly #patience: number;

  /** @param patience milliseconds that a function waits for its turn at most. */
  constructor(atATime: number, patience: number) {
    this.#limit = pLimit(atATime);
    this.#patience = patience;
  }

  /**
   * Runs a function when it is its turn.
   *
   * @throws the signal's reason if its caller has gone by then: it is not run.
   * @throws {UnavailableError} `busy` if its turn does not come in time: it is not run.
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

  /** Waits for a turn, which lasts until the function that is returned is called. Rejects as {@link take} does. */
  enter(signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.take(() => new Promise<void>((leave) => resolve(leave)), signal).catch(reject);
    });
  }
}

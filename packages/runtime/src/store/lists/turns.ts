import pLimit, { type LimitFunction } from "p-limit";

/** Lets so many functions run at a time, in the order they came. */
export class Turns {
  readonly #limit: LimitFunction;

  constructor(atATime: number) {
    this.#limit = pLimit(atATime);
  }

  /**
   * Runs a function when it is its turn.
   *
   * @throws the signal's reason if nobody waits for it any more by then: it is not run.
   */
  take<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#limit(() => {
      signal?.throwIfAborted();
      return run();
    });
  }
}

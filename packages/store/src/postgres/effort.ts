import { TooMuchError } from "../lists/steps.js";
import type { Turns } from "../lists/turns.js";

export interface LongLists {
  readonly turns: Turns;
  /** Whether the caller still waits. */
  readonly signal?: (() => AbortSignal) | undefined;
}

/**
 * What a list may cost, in rows. One that turns out to be long goes on if it can have its turn at once; it would only lose what it has read. Its turn
 * ends with it.
 */
export class Effort {
  readonly #long: LongLists | undefined;
  #left: number;
  #leave: (() => void) | undefined;

  /** @param long undefined if the list has its turn already. */
  constructor(left: number, long?: LongLists) {
    this.#left = left;
    this.#long = long;
  }

  /**
   * @throws {TooMuchError} if the list must wait for its turn.
   * @throws the signal's reason if the list is long and its caller has gone.
   */
  spend(effort: number): void {
    if (this.#left === Infinity) return;
    this.#left -= effort;
    if (this.#left >= 0) return;
    this.#long?.signal?.().throwIfAborted();
    this.#leave = this.#long?.turns.tryEnter();
    if (this.#leave === undefined) throw new TooMuchError();
    this.#left = Infinity;
  }

  end(): void {
    this.#leave?.();
  }
}

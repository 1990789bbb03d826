import { ApiError } from "../error/api-error.js";

/**
 * Admits a limited number of requests at a time and refuses the others. Each takes memory and a place in the database's queue, and a caller may
 * send any number.
 */
export class Admission {
  readonly #most: number;
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request until `leave` is called for it; refused requests must leave too. Returns the refusal of a request that is one too many. */
  enter(): ApiError | undefined {
    this.#inside += 1;
    if (this.#inside <= this.#most) return undefined;
    return new ApiError(
      "TooManyRequests",
      `The service answers at most ${this.#most} requests of this kind at a time. Try again later.`,
      {
        headers: { "retry-after": "1" },
      },
    );
  }

  leave(): void {
    this.#inside -= 1;
  }
}

import { ApiError } from "../error/api-error.js";

/**
 * Lets in so many requests at a time and refuses the others, so that what has been let in is answered: each takes memory and a place in
 * the database's queue, and a caller may send any number.
 */
export class Admission {
  readonly #most: number;
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request until `leave` is called for it. What is refused is told to come again, and leaves as well. */
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

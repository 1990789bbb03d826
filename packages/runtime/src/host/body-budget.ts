import type { ServerResponse } from "node:http";
import { ApiError } from "../error/api-error.js";

/** One request's part of the budget, which is returned when it has been answered. */
export interface BodyShare {
  /** @throws {ApiError} `TooManyRequests` if the budget is used up. */
  take(bytes: number): void;
  /** Returns a part before the request has been answered. */
  give(bytes: number): void;
}

/**
 * Limits the memory for the bodies of all requests together. Each body has a limit of its own, but a caller may begin any number of them and
 * leave them unfinished.
 */
export class BodyBudget {
  readonly #most: number;
  #taken = 0;

  /** @param most bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The share of the request with this response. */
  shareOf(response: ServerResponse): BodyShare {
    let share = 0;
    let isKept = false;
    return {
      take: (bytes) => {
        if (this.#taken + bytes > this.#most) {
          throw new ApiError("TooManyRequests", "The service is reading too many request bodies. Try again later.", {
            headers: { "retry-after": "1" },
          });
        }
        // Node emits it once, and `once` would make two objects more.
        if (!isKept) response.on("close", () => (this.#taken -= share));
        isKept = true;
        share += bytes;
        this.#taken += bytes;
      },
      give: (bytes) => {
        share -= bytes;
        this.#taken -= bytes;
      },
    };
  }
}

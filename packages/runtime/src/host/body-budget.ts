import type { ServerResponse } from "node:http";
import { ApiError } from "../error/api-error.js";

/** What one request takes of the budget; given back when it has been answered. */
export interface BodyShare {
  /** @throws {ApiError} `TooManyRequests` when others have taken the rest. */
  take(bytes: number): void;
}

/**
 * Memory for the bodies of all requests together. Each is bounded by itself, but a caller may begin any number of them, and leave them
 * unfinished.
 */
export class BodyBudget {
  readonly #most: number;
  #taken = 0;

  /** @param most bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The share of the request that `response` answers. */
  shareOf(response: ServerResponse): BodyShare {
    let share = 0;
    return {
      take: (bytes) => {
        if (this.#taken + bytes > this.#most) {
          throw new ApiError("TooManyRequests", "The service is reading too many request bodies. Try again later.", {
            headers: { "retry-after": "1" },
          });
        }
        if (share === 0) response.once("close", () => (this.#taken -= share));
        share += bytes;
        this.#taken += bytes;
      },
    };
  }
}

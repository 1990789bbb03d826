import { ApiError } from "../error/api-error.js";

/** How many passwords are hashed at the same time: each takes 128 MiB, and one of libuv's four threads, which reading files needs too. */
const AT_A_TIME = 2;

/** How many wait, at most: about eight seconds. */
const WAITING = 32;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs what hashes a password, when it is its turn: for all services of the process.
 *
 * @throws {ApiError} `TooManyRequests` if too many wait. Then nothing was run.
 */
export async function hashInTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running < AT_A_TIME) running += 1;
  else {
    if (waiting.length >= WAITING) {
      const headers = { "retry-after": "2" };
      throw new ApiError("TooManyRequests", "Too many callers sign in at the moment. Try again later.", { headers });
    }
    await new Promise<void>((resolve) => void waiting.push(resolve));
  }
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

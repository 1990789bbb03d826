import { createHash } from "node:crypto";
import type { Store } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long failures count. */
const COUNTED_MILLISECONDS = 86_400_000;

/**
 * After each failure of one user from one address: after the fifth one has to wait, from its beginning on, and then twice as long each time up to a
 * quarter of an hour. To find a password wrong takes some of the first two seconds.
 */
const USER_DELAYS = [0, 0, 0, 0, ...doubling(2 * SECOND, 15 * MINUTE)];

/** After each failure from one address, for all users together: an office may have one address. */
const ADDRESS_DELAYS = [...Array.from({ length: 49 }, () => 0), ...doubling(SECOND, 5 * MINUTE)];

/** After each user that is made from one address. */
const SIGN_UP_DELAYS = [...Array.from({ length: 9 }, () => 0), ...doubling(MINUTE, 60 * MINUTE)];

/**
 * Limits how often somebody can try to sign in, in all processes together. Attempts are counted for a user from an address: so nobody can keep
 * somebody else from signing in, and it is the same whether there is such a user.
 */
export class AttemptLimits {
  readonly #store: Pick<Store, "identities" | "now">;

  constructor(store: Pick<Store, "identities" | "now">) {
    this.#store = store;
  }

  /**
   * Counts an attempt as failed before it is made, so that of many at the same time each counts. Returns what is to be called when it succeeds.
   *
   * @throws {ApiError} `TooManyRequests` if the caller has to wait.
   */
  async signIn(login: string, address: string): Promise<() => Promise<void>> {
    const place = placeOf(address);
    const [user, from] = [subject("sign-in", login, place), subject("sign-in", place)];
    await this.#begin(from, ADDRESS_DELAYS);
    await this.#begin(user, USER_DELAYS);
    const { attempts } = this.#store.identities;
    return async () => {
      await attempts.clear(user);
      await attempts.undo(from);
    };
  }

  /** As {@link signIn}, of somebody who comes from an identity provider and is not known yet. */
  async provider(address: string): Promise<() => Promise<void>> {
    const from = subject("sign-in", placeOf(address));
    await this.#begin(from, ADDRESS_DELAYS);
    return () => this.#store.identities.attempts.undo(from);
  }

  /** Counts a user that is made. @throws {ApiError} `TooManyRequests` if the caller has to wait. */
  signUp(address: string): Promise<void> {
    return this.#begin(subject("sign-up", placeOf(address)), SIGN_UP_DELAYS);
  }

  async #begin(counted: string, delays: readonly number[]): Promise<void> {
    const now = this.#store.now();
    const until = await this.#store.identities.attempts.begin(counted, {
      now,
      delays,
      since: now - COUNTED_MILLISECONDS,
    });
    if (until === undefined) return;
    const headers = { "retry-after": String(Math.max(1, Math.ceil((until - now) / SECOND))) };
    throw new ApiError("TooManyRequests", "There were too many attempts. Try again later.", { headers });
  }
}

function doubling(first: number, last: number): readonly number[] {
  const delays = [];
  for (let delay = first; delay < last; delay *= 2) delays.push(delay);
  return [...delays, last];
}

/** What people type by mistake, such as a password in the place of a name, is not kept. */
function subject(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** One caller has a whole network of IPv6 addresses (RFC 6177). */
function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const [left, right] = [head.split(":").filter(Boolean), tail.split(":").filter(Boolean)];
  const zeros = plain.includes("::")
    ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0")
    : [];
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}

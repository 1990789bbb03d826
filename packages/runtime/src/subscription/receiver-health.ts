import { retryDelay } from "./retry-delay.js";

/** Messages that fail in a row before the receiver counts as failing, and not they. */
const ROW = 3;

const PAUSE = { first: 1000, longest: 5 * 60_000 };

/** Messages on their way to a receiver that takes them. */
const MOST_AT_ONCE = 8;

/** What is known of a receiver: whether it takes anything, and how much may be sent to it at the same time. */
export class ReceiverHealth {
  #failures = 0;
  #pauses = 0;
  #until = 0;
  #atOnce = 1;

  /** Whether nothing is sent but a message from time to time. */
  get isFailing(): boolean {
    return this.#pauses > 0;
  }

  /** Nothing is sent before that, on the monotonic clock. */
  get pausedUntil(): number {
    return this.#until;
  }

  /** Messages that may be on their way at the same time: the more it has taken, the more, up to a limit. */
  get atOnce(): number {
    return this.isFailing ? 1 : this.#atOnce;
  }

  /** It has taken a message. */
  taken(): void {
    this.#atOnce = Math.min(MOST_AT_ONCE, this.#atOnce + 1);
    this.answered();
  }

  /** It has answered something that only concerns the message. */
  answered(): void {
    this.#failures = 0;
    this.#pauses = 0;
    this.#until = 0;
  }

  /** It has failed at a message, which may be the message's fault. Returns whether it counts as failing. */
  failed(now: number): boolean {
    this.#failures += 1;
    if (this.#failures < ROW) return false;
    this.away(now);
    return true;
  }

  /** It cannot be reached, or asks to wait. */
  away(now: number, retryAfterMs = 0): void {
    this.#atOnce = 1;
    // Messages that were on their way together fail together.
    if (now >= this.#until) {
      this.#pauses += 1;
      this.#until = now + retryDelay(this.#pauses, PAUSE);
    }
    this.#until = Math.max(this.#until, now + retryAfterMs);
  }
}

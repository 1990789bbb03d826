/** Messages that are on their way at the same time, in all subscriptions together. */
const AT_ONCE = 1000;

/** Bytes of messages that are held in all subscriptions together; beyond that each holds one portion of its watch. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What all subscriptions share: how much may be on its way, and how much is held. */
export class SendSlots {
  #free = AT_ONCE;
  #bytes = 0;
  readonly #waiting = new Set<() => void>();

  /** Takes a slot. If there is none, `then` is called when there may be one. */
  take(then: () => void): boolean {
    if (this.#free === 0) {
      this.#waiting.add(then);
      return false;
    }
    this.#free -= 1;
    return true;
  }

  release(): void {
    this.#free += 1;
    // Some have nothing to send any more.
    for (const then of this.#waiting) {
      if (this.#free === 0) return;
      this.#waiting.delete(then);
      then();
    }
  }

  /** Notes that a subscription holds more bytes than before, or fewer. */
  hold(bytes: number): void {
    this.#bytes += bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= MOST_BYTES;
  }
}

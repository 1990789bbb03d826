import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { Round } from "./round.js";

/** How long watches are served before the rest of the service gets a turn of the event loop. */
const SLICE_MS = 1;

/** After a round the rest of the service gets this many times as long as the round took. */
const REST = 1;

/** A round that took less needs no rest after it. */
const SHORT_ROUND_MS = 2;

/** How often watches are looked at that got nothing. */
const TICK_MS = 1000;

/** Someone changes are handed out to. */
export interface Receiver {
  /** The revision it has been told everything up to. */
  readonly position: number;
  /** Takes some of the changes that are there; called only while it waits. Must not throw. */
  deliver(round: Round): void;
  /** Called every second, waiting or not, with the time of `performance.now()`. */
  tick(now: number): void;
  /** Called when the service stops. */
  end(): void;
}

/**
 * Hands changes out to watches, in rounds. A round is cut into short slices and followed by a rest, so that requests are served before
 * watches: the more there are to hand out to, the more changes are handed out at a time.
 */
export class Delivery {
  readonly #newest: () => number;
  readonly #receivers = new Set<Receiver>();
  readonly #waiting = new Set<Receiver>();
  #running = false;
  #again = false;
  #ticking: NodeJS.Timeout | undefined;

  /** @param newest the newest revision that can be handed out. */
  constructor(newest: () => number) {
    this.#newest = newest;
  }

  /** Says that a receiver can take more; it is asked once. */
  add(receiver: Receiver): void {
    this.#receivers.add(receiver);
    this.#waiting.add(receiver);
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS).unref();
    if (receiver.position < this.#newest()) this.wake();
  }

  /** The receiver cannot take more now. */
  pause(receiver: Receiver): void {
    this.#waiting.delete(receiver);
  }

  remove(receiver: Receiver): void {
    this.#receivers.delete(receiver);
    this.#waiting.delete(receiver);
    if (this.#receivers.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  /** Says that there may be something to hand out. */
  wake(): void {
    this.#again = true;
    if (this.#running || this.#waiting.size === 0) return;
    this.#running = true;
    void this.#run();
  }

  stop(): void {
    for (const receiver of this.#receivers) receiver.end();
  }

  async #run(): Promise<void> {
    while (this.#again && this.#waiting.size > 0) {
      // Whoever made the change is answered first.
      await setImmediate();
      this.#again = false;
      const busy = await this.#deliver();
      if (busy >= SHORT_ROUND_MS) await delay(busy * REST);
    }
    this.#running = false;
  }

  /** Hands out to everyone once. Returns how many milliseconds that took, pauses apart. */
  async #deliver(): Promise<number> {
    const round = new Round(this.#newest());
    let busy = 0;
    let start = performance.now();
    // Whoever can take more meanwhile has to wait for the next round.
    const receivers = [...this.#waiting];
    for (const receiver of receivers) {
      if (this.#waiting.has(receiver)) receiver.deliver(round);
      const milliseconds = performance.now() - start;
      if (milliseconds < SLICE_MS) continue;
      busy += milliseconds;
      await setImmediate();
      start = performance.now();
    }
    return busy + performance.now() - start;
  }

  #tick(): void {
    const now = performance.now();
    for (const receiver of this.#receivers) receiver.tick(now);
  }
}

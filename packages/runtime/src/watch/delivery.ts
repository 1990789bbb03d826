import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { Round } from "./round.js";

/** How long watches are served before other work gets a turn of the event loop. */
const SLICE_MS = 1;

/** After a round, other work gets this many times as long as the round took. */
const REST = 1;

/** There is no pause after a shorter round. */
const SHORT_ROUND_MS = 2;

/** The interval at which all watches are checked. */
const TICK_MS = 1000;

/** A receiver of changes. */
export interface Receiver {
  /** The revision up to which it has received all changes. */
  readonly position: number;
  /** Takes some of the available changes. Called only while it waits. Must not throw. */
  deliver(round: Round): void;
  /** Called every second, waiting or not, with the time of `performance.now()`. */
  tick(now: number): void;
  /** Called when the service stops. */
  end(): void;
}

/**
 * Delivers changes to watches, in rounds. A round is cut into short slices and followed by a pause, so that requests are served before watches.
 * The more watches there are, the more changes are delivered at a time.
 */
export class Delivery {
  readonly #newest: () => number;
  readonly #receivers = new Set<Receiver>();
  readonly #waiting = new Set<Receiver>();
  #running = false;
  #again = false;
  #ticking: NodeJS.Timeout | undefined;

  /** @param newest the newest revision that can be delivered. */
  constructor(newest: () => number) {
    this.#newest = newest;
  }

  /** Adds a receiver that can take changes. */
  add(receiver: Receiver): void {
    this.#receivers.add(receiver);
    this.#waiting.add(receiver);
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS).unref();
    if (receiver.position < this.#newest()) this.wake();
  }

  /** Called when a receiver cannot take more now. */
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

  /** Reports that there may be something to deliver. */
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
      // The caller who made the change is answered first.
      await setImmediate();
      this.#again = false;
      const busy = await this.#deliver();
      if (busy >= SHORT_ROUND_MS) await delay(busy * REST);
    }
    this.#running = false;
  }

  /** Delivers to every receiver once. Returns the milliseconds that this took, without pauses. */
  async #deliver(): Promise<number> {
    const round = new Round(this.#newest());
    let busy = 0;
    let start = performance.now();
    // Receivers that can take more in the meantime wait for the next round.
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

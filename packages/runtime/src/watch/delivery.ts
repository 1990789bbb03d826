import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { Round } from "./round.js";

/** How long watches are served before other work gets a tick of the event loop. */
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
  /** Takes some of the available changes. Called only while it can take more. Must not throw. */
  deliver(round: Round): void;
  /** Called every second, whether it can take more or not, with the time of `performance.now()`. */
  tick(now: number): void;
  /** Called when it cannot be served any more. */
  fail(error: unknown): void;
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
  /** Those that can take more. */
  readonly #ready = new Set<Receiver>();
  #running = false;
  #again = false;
  #ticking: NodeJS.Timeout | undefined;

  /** @param newest the newest revision that can be delivered. */
  constructor(newest: () => number) {
    this.#newest = newest;
  }

  /** Adds a receiver that can take changes, or can take them again. */
  add(receiver: Receiver): void {
    this.#receivers.add(receiver);
    this.#ready.add(receiver);
    this.#ticking ??= setInterval(() => void this.#tick(), TICK_MS).unref();
    if (receiver.position < this.#newest()) this.wake();
  }

  /** Called when a receiver cannot take more now. */
  pause(receiver: Receiver): void {
    this.#ready.delete(receiver);
  }

  remove(receiver: Receiver): void {
    this.#receivers.delete(receiver);
    this.#ready.delete(receiver);
    if (this.#receivers.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  /** Reports that there may be something to deliver. */
  wake(): void {
    this.#again = true;
    if (this.#running || this.#ready.size === 0) return;
    this.#running = true;
    void this.#run();
  }

  /** Ends all receivers with an error. */
  fail(error: unknown): void {
    for (const receiver of Array.from(this.#receivers)) receiver.fail(error);
  }

  stop(): void {
    for (const receiver of this.#receivers) receiver.end();
  }

  async #run(): Promise<void> {
    while (this.#again && this.#ready.size > 0) {
      // The caller who made the change is answered first.
      await setImmediate();
      this.#again = false;
      const round = new Round(this.#newest());
      const busy = await inSlices(this.#ready, (receiver) => receiver.deliver(round));
      if (busy >= SHORT_ROUND_MS) await delay(busy * REST);
    }
    this.#running = false;
  }

  /** Bookmarks of thousands of watches may be due at once. */
  async #tick(): Promise<void> {
    await inSlices(this.#receivers, (receiver) => receiver.tick(performance.now()));
  }
}

/**
 * Visits receivers that are in a set now and still are when it is their turn. Returns the milliseconds that this took, without what other work
 * took in between.
 */
async function inSlices(receivers: ReadonlySet<Receiver>, visit: (receiver: Receiver) => void): Promise<number> {
  let busy = 0;
  let start = performance.now();
  for (const receiver of Array.from(receivers)) {
    if (receivers.has(receiver)) visit(receiver);
    const milliseconds = performance.now() - start;
    if (milliseconds < SLICE_MS) continue;
    busy += milliseconds;
    await setImmediate();
    start = performance.now();
  }
  return busy + performance.now() - start;
}

import { setTimeout as delay } from "node:timers/promises";
import type { DeadLetter } from "@cmgen/model";
import { changeBatch, type LogPosition } from "@cmgen/store";
import type { WatchOutput, WatchStream } from "../watch/watch-stream.js";
import type { DeliverySurroundings } from "./delivery-surroundings.js";
import { DeliveryWindow, type Waiting, type WindowRecord } from "./delivery-window.js";
import { changePayload, readEvents, type Taken } from "./message.js";
import type { ReceiverHealth } from "./receiver-health.js";
import { retryDelay } from "./retry-delay.js";
import type { Outcome, WebhookSender } from "./send-webhook.js";
import type { Subscription } from "./subscription.js";
import type { StatusChange } from "./subscription-statuses.js";

/** How much a subscription holds of what waits. */
const WINDOW = { messages: 1000, bytes: 4 * 1024 * 1024 };

/** Attempts before a message is given up that the receiver does not take. */
const ATTEMPTS = 8;

/** Pauses of a message that the receiver refuses, and of one that it fails at. */
const REFUSED = { first: 2000, longest: 128_000 };
const FAILED = { first: 2000, longest: 600_000 };

/** A message at which the receiver fails is given up that long after its change was written. */
const GIVEN_UP_MS = 24 * 3_600_000;

/** A longer pause is made without anything held in memory. */
const SHORT_PAUSE_MS = 5000;

/** The pause after a watch that has failed. */
const AGAIN_MS = 1000;

/** How a turn has ended: `again` where the next one may follow at once. */
export type TurnEnd = "again" | "gone";

export interface TurnOptions extends Pick<DeliverySurroundings, "service" | "slots" | "statuses" | "metrics"> {
  readonly position: LogPosition;
  readonly record: WindowRecord | undefined;
  readonly subscription: () => Subscription;
  readonly plural: string;
  readonly health: ReceiverHealth;
  readonly sender: WebhookSender;
  /** Whether the creator still sees what it saw when the turn began. */
  readonly isValid: () => boolean;
  readonly set: (change: StatusChange) => Promise<void>;
}

/** Sends what a watch gives until something changes that this relies on. */
export class DeliveryTurn implements WatchOutput {
  readonly window: DeliveryWindow;
  readonly #options: TurnOptions;
  readonly #ended: Promise<TurnEnd>;
  #resolve: (end: TurnEnd) => void = () => undefined;
  #isOver = false;
  #end: TurnEnd = "again";
  #stream: WatchStream | undefined;
  #onDrain: (() => void) | undefined;
  #inFlight = 0;
  #held = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Why the watch has ended; what it gave before is still sent. */
  #failure: Extract<Taken, { readonly event: "error" }> | undefined;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#ended = new Promise((resolve) => (this.#resolve = resolve));
    this.window = new DeliveryWindow(options.position, WINDOW, options.record);
  }

  /** Resolves at its end, when nothing is on its way any more. */
  async run(stream: WatchStream, signal: AbortSignal): Promise<TurnEnd> {
    this.#stream = stream;
    const stop = (): void => this.#over("again");
    signal.addEventListener("abort", stop, { once: true });
    stream.start(this);
    if (signal.aborted) stop();
    const end = await this.#ended;
    signal.removeEventListener("abort", stop);
    stream.stop();
    clearTimeout(this.#timer);
    this.#options.slots.hold(-this.#held);
    return end;
  }

  write(text: Buffer, onDrain: () => void): boolean {
    for (const taken of readEvents(text)) this.#takeEvent(taken);
    this.#count();
    // Other events may be in the same tick.
    setImmediate(this.#pump);
    if (!this.#isFull) return true;
    this.#onDrain = onDrain;
    return false;
  }

  end(): void {
    this.#failure ??= { event: "error", code: "NotReady", detail: "The watch has ended." };
    this.#pump();
  }

  /** Called every second. */
  tick(): void {
    if (!this.#options.isValid()) this.#over("again");
    else this.#pump();
  }

  #takeEvent(taken: Taken): void {
    const { events } = this.#options.subscription().fields;
    if (taken.event === "error") this.#failure = taken;
    else if (taken.event === "bookmark") this.window.pass(taken.position);
    else if (events === undefined || events.includes(taken.message.type)) this.window.add(taken.message);
    else this.window.pass(taken.message.position);
  }

  get #isFull(): boolean {
    return this.window.isFull || (this.window.size > 0 && this.#options.slots.isFull);
  }

  #count(): void {
    this.#options.slots.hold(this.window.bytes - this.#held);
    this.#held = this.window.bytes;
  }

  readonly #pump = (): void => {
    clearTimeout(this.#timer);
    if (this.#isOver) return this.#settleEnd();
    const { health, slots } = this.#options;
    const now = performance.now();
    if (health.pausedUntil > now) return this.#pause(health.pausedUntil - now);
    while (this.#inFlight < health.atOnce) {
      if (!slots.take(this.#pump)) return;
      const waiting = this.window.next(now, health.isFailing ? "attempts" : "age");
      if (waiting === undefined) {
        slots.release();
        break;
      }
      this.#inFlight += 1;
      void this.#send(waiting);
    }
    const { nextTime } = this.window;
    if (nextTime !== undefined && nextTime > now) this.#wakeIn(nextTime - now);
    const failure = this.#failure;
    if (this.window.size === 0 && failure !== undefined) {
      this.#failure = undefined;
      return void this.#endOfWatch(failure);
    }
    const drain = this.#onDrain;
    if (drain === undefined || this.#isFull) return;
    this.#onDrain = undefined;
    drain();
  };

  /** While a receiver is away for longer, its messages are not held: they are read again. */
  #pause(milliseconds: number): void {
    if (milliseconds > SHORT_PAUSE_MS) this.#over("again");
    else this.#wakeIn(milliseconds);
  }

  #wakeIn(milliseconds: number): void {
    this.#timer = setTimeout(this.#pump, milliseconds + 1);
    this.#timer.unref();
  }

  async #send(waiting: Waiting): Promise<void> {
    const { isValid, plural, sender, metrics, slots, subscription } = this.#options;
    try {
      // What was printed before must not be sent if the creator may see less by now.
      if (!isValid()) return this.#over("again");
      const outcome = await sender.send(changePayload(subscription().uid, plural, waiting.message));
      metrics.count(outcome.outcome);
      await this.#settle(waiting, outcome);
    } catch (err) {
      // Only a write of a dead letter can fail: the message is tried again.
      this.#options.service.log.warn({ subscription: subscription().name, err }, "a dead letter was not written");
      this.window.again(waiting, performance.now() + FAILED.first);
    } finally {
      this.#inFlight -= 1;
      slots.release();
      this.#count();
      this.#pump();
    }
  }

  async #settle(waiting: Waiting, outcome: Outcome): Promise<void> {
    const { health } = this.#options;
    const now = performance.now();
    waiting.attempts += 1;
    // What was broken off says nothing about the receiver.
    if (this.#isOver && outcome.outcome !== "taken") return;
    if (outcome.outcome === "taken") {
      this.window.done(waiting);
      this.window.notePassed();
      health.taken();
      // It is written only where it is another state.
      await this.#options.set({ state: "Active", reason: undefined });
    } else if (outcome.outcome === "gone") {
      this.window.again(waiting, 0);
      this.#over("gone");
    } else if (outcome.outcome === "refused") {
      health.answered();
      if (waiting.attempts >= ATTEMPTS) return this.#giveUp(waiting, outcome.reason);
      this.window.again(waiting, now + retryDelay(waiting.attempts, REFUSED));
    } else if (outcome.outcome === "failed") {
      if (this.#isToBeGivenUp(waiting)) return this.#giveUp(waiting, outcome.reason);
      const isReceiver = health.failed(now);
      this.window.again(waiting, isReceiver ? 0 : now + retryDelay(waiting.attempts, FAILED));
      if (isReceiver) await this.#failing(outcome.reason);
    } else {
      health.away(now, outcome.retryAfterMs);
      this.window.again(waiting, 0);
      await this.#failing(outcome.reason);
    }
  }

  /** One that fails for a day, or that keeps so many others waiting which the receiver would take. */
  #isToBeGivenUp({ attempts, isPassed, message }: Waiting): boolean {
    if (attempts < ATTEMPTS) return false;
    return Date.now() - message.at >= GIVEN_UP_MS || (isPassed && this.window.isFull);
  }

  async #failing(reason: string): Promise<void> {
    if (this.#options.subscription().status.state !== "Failing") await this.#options.set({ state: "Failing", reason });
  }

  /** First it is written, and then it is done: a process that is killed in between tries it again. */
  async #giveUp(waiting: Waiting, reason: string): Promise<void> {
    const { name, type, position } = waiting.message;
    const { revision } = position;
    await this.#writeLetter({ revision, name, type, reason, attempts: waiting.attempts, at: new Date().toISOString() });
    this.window.done(waiting);
  }

  async #writeLetter(letter: DeadLetter): Promise<void> {
    const { service, statuses, metrics, subscription } = this.#options;
    await statuses.addLetter(subscription(), letter);
    metrics.count("dead");
    service.log.warn({ subscription: subscription().name, ...letter }, "a change was not delivered and is given up");
  }

  /** Everything that the watch gave is done. */
  async #endOfWatch({ code, detail }: Extract<Taken, { readonly event: "error" }>): Promise<void> {
    if (code === "Expired") await this.#skipUnreadable(detail).catch(() => undefined);
    // Where it goes on failing, not in a row.
    if (code !== "Unauthorized") await delay(AGAIN_MS, undefined, { ref: false });
    this.#over("again");
  }

  /** The log has the change, and it cannot be shown: it never can. If the log has it no longer, the next turn finds that out. */
  async #skipUnreadable(reason: string): Promise<void> {
    const { store } = this.#options.service;
    const revision = this.#stream?.position ?? 0;
    if (!this.#options.isValid() || revision < (await store.oldestRevision())) return;
    const [change] = await store.changesAfter(revision, { ...changeBatch, changes: 1 });
    if (change === undefined) return;
    const { name, type, mark } = change;
    await this.#writeLetter({
      revision: change.revision,
      name,
      type,
      reason,
      attempts: 0,
      at: new Date().toISOString(),
    });
    this.window.pass({ revision: change.revision, mark });
  }

  #over(end: TurnEnd): void {
    if (!this.#isOver) this.#end = end;
    this.#isOver = true;
    this.#stream?.stop();
    this.#settleEnd();
  }

  #settleEnd(): void {
    if (this.#inFlight === 0) this.#resolve(this.#end);
  }
}

import type { LogPosition } from "@cmgen/store";
import type { Message } from "./message.js";

/** A message that is waiting to be taken, or on its way. */
export interface Waiting {
  readonly message: Message;
  attempts: number;
  /** Whether the receiver has taken something else since the first attempt. */
  isPassed: boolean;
  /** Not sent again before that: milliseconds of the monotonic clock. */
  notBefore: number;
}

/** A change that is behind the position, or will be. */
interface Slot {
  readonly position: LogPosition;
  isDone: boolean;
}

/** Changes that are known to be done while an earlier one is not, at most: a restart sends them again beyond that. */
const MOST_DONE = 10_000;

/** How much of its messages a subscription holds at most. */
export interface WindowLimit {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * The messages between what a subscription has had and what the watch has given. Those of one object go one after another. The position moves behind a
 * change once everything before it is done.
 */
export class DeliveryWindow {
  readonly #limit: WindowLimit;
  readonly #slots: Slot[] = [];
  /** The messages of each object, in order. */
  readonly #chains = new Map<string, Waiting[]>();
  /** The first of each object that is not on its way. */
  readonly #heads = new Set<Waiting>();
  /** Those that were on their way for nothing. */
  readonly #tried = new Set<Waiting>();
  readonly #slotOf = new Map<Waiting, Slot>();
  /** Done in an earlier life of the window. */
  readonly #doneBefore: ReadonlySet<number>;
  readonly #attemptsBefore: ReadonlyMap<number, number>;
  #position: LogPosition;
  #bytes = 0;

  constructor(position: LogPosition, limit: WindowLimit, before?: WindowRecord) {
    this.#position = position;
    this.#limit = limit;
    this.#doneBefore = before?.done ?? new Set();
    this.#attemptsBefore = before?.attempts ?? new Map();
  }

  /** Everything up to there is done. */
  get position(): LogPosition {
    return this.#position;
  }

  /** Messages that are not done. */
  get size(): number {
    return this.#slotOf.size;
  }

  /** Characters of the objects in these. */
  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.size >= this.#limit.messages || this.#bytes >= this.#limit.bytes || this.#slots.length >= MOST_DONE;
  }

  /** When the oldest message that is not done was written, in milliseconds since 1970; undefined without any. */
  get oldestAt(): number | undefined {
    const [first] = this.#slotOf.keys();
    return first?.message.at;
  }

  /** What a window that takes the place of this one should know. */
  get record(): WindowRecord {
    const done = this.#slots.filter(({ isDone }) => isDone).map(({ position }) => position.revision);
    const attempts = [...this.#slotOf.keys()].map((each) => [each.message.position.revision, each.attempts] as const);
    return { done: new Set(done), attempts: new Map(attempts) };
  }

  add(message: Message): void {
    const { position, name, object } = message;
    if (this.#doneBefore.has(position.revision)) return this.pass(position);
    const attempts = this.#attemptsBefore.get(position.revision) ?? 0;
    const waiting: Waiting = { message, attempts, isPassed: false, notBefore: 0 };
    const slot: Slot = { position, isDone: false };
    this.#slots.push(slot);
    this.#slotOf.set(waiting, slot);
    this.#bytes += object.length;
    const chain = this.#chains.get(name);
    if (chain === undefined) {
      this.#chains.set(name, [waiting]);
      this.#heads.add(waiting);
    } else chain.push(waiting);
  }

  /** Nothing up to a position is left to send but what is here already. */
  pass(position: LogPosition): void {
    if (this.#slots.length === 0) this.#position = position;
    else this.#slots.push({ position, isDone: true });
  }

  /** The message to send next, which then is on its way: the oldest; or of those that may be tried the one that was tried least. */
  next(now: number, by: "age" | "attempts"): Waiting | undefined {
    let found: Waiting | undefined;
    for (const head of this.#heads) {
      if (head.notBefore > now && by === "age") continue;
      if (found === undefined || (by === "attempts" && head.attempts < found.attempts)) found = head;
      if (by === "age") break;
    }
    if (found !== undefined) this.#heads.delete(found);
    return found;
  }

  /** When the next message may be sent, on the monotonic clock; undefined if none waits. */
  get nextTime(): number | undefined {
    let first: number | undefined;
    for (const { notBefore } of this.#heads) if (first === undefined || notBefore < first) first = notBefore;
    return first;
  }

  /** A message that was on its way is to be sent again. */
  again(waiting: Waiting, notBefore: number): void {
    waiting.notBefore = notBefore;
    this.#tried.add(waiting);
    this.#heads.add(waiting);
  }

  /** Whatever was tried and is not done has been passed by another message. */
  notePassed(): void {
    for (const each of this.#tried) each.isPassed = true;
  }

  /** A message that was on its way is taken, or given up: the next of its object may go. */
  done(waiting: Waiting): void {
    const { name, object } = waiting.message;
    const slot = this.#slotOf.get(waiting);
    if (slot === undefined) return;
    slot.isDone = true;
    this.#slotOf.delete(waiting);
    this.#tried.delete(waiting);
    this.#bytes -= object.length;
    const chain = this.#chains.get(name);
    chain?.shift();
    const [following] = chain ?? [];
    if (following === undefined) this.#chains.delete(name);
    else this.#heads.add(following);
    this.#move();
  }

  #move(): void {
    let done = 0;
    for (const { position, isDone } of this.#slots) {
      if (!isDone) break;
      this.#position = position;
      done += 1;
    }
    if (done > 0) this.#slots.splice(0, done);
  }
}

/** What is known of messages behind the position. */
export interface WindowRecord {
  /** Revisions of changes that are done. */
  readonly done: ReadonlySet<number>;
  /** How often others were tried, by revision. */
  readonly attempts: ReadonlyMap<number, number>;
}

import { once } from "node:events";
import type { SubscriptionLoss, SubscriptionStatus } from "@cmgen/model";
import type { LogPosition } from "@cmgen/store";
import { mayDo } from "../access/access-control.js";
import { ObjectAccess } from "../access/object-access.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { LogEnds } from "../watch/log-ends.js";
import { watchObjects } from "../watch/watch-objects.js";
import { CreatorRefused, type CreatorSession } from "./creator-sessions.js";
import type { DeliverySurroundings } from "./delivery-surroundings.js";
import type { WindowRecord } from "./delivery-window.js";
import { printForSubscription, resyncPayload } from "./message.js";
import { pause } from "./pause.js";
import { ReceiverHealth } from "./receiver-health.js";
import { WebhookSender } from "./send-webhook.js";
import { subscribedModel, subscribedSelection, SubscriptionFault } from "./subscribed-resource.js";
import { type Subscription, urlDigest } from "./subscription.js";
import type { StatusChange } from "./subscription-statuses.js";
import { DeliveryTurn, type TurnEnd } from "./delivery-turn.js";
import { secretBytes } from "./webhook-signature.js";

/** How often it is asked again whether a creator that may not watch may do so again. */
const ASK_MS = 2000;

/** The pause after something went wrong in the service itself. */
const AGAIN_MS = 1000;

const GONE =
  "The receiver answered 410: it wants nothing any more. Change spec.url, or set spec.paused to true and back.";

/** Where a subscription begins; `unknown` where the log no longer says it. */
export type Beginning = LogPosition | "unknown";

/** Delivers one subscription, in turns: each begins where everything before is done, and ends when what it relies on changes. */
export class SubscriptionDelivery {
  readonly #of: DeliverySurroundings;
  #subscription: Subscription;
  #position: LogPosition | undefined;
  #turn: DeliveryTurn | undefined;
  #record: WindowRecord | undefined;
  #health = new ReceiverHealth();
  #sender: WebhookSender | undefined;
  readonly #stopping = new AbortController();
  /** Aborted when the object has changed: whatever waits looks at it again. */
  #changed = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(of: DeliverySurroundings, subscription: Subscription, beginning: Beginning) {
    this.#of = of;
    this.#subscription = subscription;
    this.#position = beginning === "unknown" ? undefined : beginning;
  }

  get subscription(): Subscription {
    return this.#subscription;
  }

  /** Everything up to there is done; undefined before it is known where it begins. */
  get position(): LogPosition | undefined {
    return this.#turn?.window.position ?? this.#position;
  }

  /** When the oldest change was written that the receiver has not taken, in milliseconds since 1970. */
  get oldestAt(): number | undefined {
    return this.#turn?.window.oldestAt;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Takes what the object says now. */
  update(subscription: Subscription): void {
    const { fields, isBeingDeleted } = this.#subscription;
    const isSame =
      JSON.stringify(fields) === JSON.stringify(subscription.fields) && isBeingDeleted === subscription.isBeingDeleted;
    this.#subscription = subscription;
    if (isSame) return;
    this.#health = new ReceiverHealth();
    this.#changed.abort();
  }

  /** Called every second. */
  tick(): void {
    this.#turn?.tick();
  }

  /** Starts nothing more, and waits for what is on its way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Starts nothing more, and breaks off what is on its way. */
  abandon(): void {
    this.#stopping.abort();
    this.#closeSender();
  }

  #closeSender(): void {
    this.#sender?.close();
    this.#sender = undefined;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#changed = new AbortController();
      const signal = AbortSignal.any([this.#changed.signal, this.#stopping.signal]);
      try {
        await this.#deliver(signal);
      } catch (error) {
        await this.#failed(error, signal);
      }
    }
    this.#closeSender();
  }

  async #failed(error: unknown, signal: AbortSignal): Promise<void> {
    const { service } = this.#of;
    if (error instanceof CreatorRefused || error instanceof SubscriptionFault) {
      const reason = error instanceof SubscriptionFault ? `spec.${error.field} ${error.message}.` : error.message;
      await this.#set({ state: "Paused", reason });
      return pause(ASK_MS, signal);
    }
    // What was trimmed a moment ago is found out at the beginning of the next turn.
    const isOfApi = error instanceof ApiError && (error.code === "NotReady" || error.code === "Expired");
    const isExpected = service.store.isAway(error) || isOfApi;
    if (!isExpected && !signal.aborted)
      service.log.error({ subscription: this.#subscription.name, err: error }, "a subscription cannot be delivered");
    await pause(AGAIN_MS, signal);
  }

  async #deliver(signal: AbortSignal): Promise<void> {
    const { fields, status, creator, isBeingDeleted } = this.#subscription;
    if (isBeingDeleted || this.#of.service.changes.stopped) return wait(signal);
    if (fields.paused === true) {
      await this.#set({ state: "Paused", reason: "spec.paused is true.", gone: undefined });
      return wait(signal);
    }
    if (status.gone !== undefined && status.gone === urlDigest(fields)) {
      await this.#set({ state: "Paused", reason: GONE });
      return wait(signal);
    }
    const { sessions, service } = this.#of;
    const seen = await sessions.sessionOf(creator);
    const model = subscribedModel(service.models, fields);
    this.#assertWatch(model, seen);
    if (service.notReady(model) !== undefined) return pause(AGAIN_MS, signal);
    const ends = await service.changes.ends();
    const position = await this.#begin(ends);
    if (!(await this.#resynced(signal))) return;
    if (!this.#health.isFailing) await this.#set({ state: "Active", reason: undefined, gone: undefined });
    await pause(this.#health.pausedUntil - performance.now(), signal);
    if (!signal.aborted) await this.#take(signal, { model, seen, ends, position });
  }

  #assertWatch(model: ModelDescriptor, { session }: CreatorSession): void {
    const storage = model.storage ?? model;
    if (session === undefined || mayDo(session, storage, { verb: "watch" })) return;
    throw new CreatorRefused(`Its creator ${JSON.stringify(session.caller.name)} may not watch ${model.plural}.`);
  }

  /** Where the next turn begins. What was lost before is noted, and the receiver is told of it. */
  async #begin(ends: LogEnds): Promise<LogPosition> {
    const position = this.#position;
    if (position === undefined) return this.#expire({ from: 1, ends }, "The change log no longer has its creation.");
    const past = await this.#of.service.store.pastOf(position);
    if (past === "lost")
      return this.#expire(
        { from: Math.min(position.revision, ends.newest.revision), ends },
        "The database has lost changes that were there before, as after a failover or a restore.",
      );
    if (position.revision >= ends.oldest) return position;
    return this.#expire(
      { from: position.revision + 1, ends },
      "The receiver did not take changes before the change log had to remove them.",
    );
  }

  /** It goes on with what comes next: the receiver has to list all objects anyway, and what the log still has may be gone before that. */
  async #expire(
    { from: first, ends }: { readonly from: number; readonly ends: LogEnds },
    why: string,
  ): Promise<LogPosition> {
    const { service, save } = this.#of;
    const { uid, name, status } = this.#subscription;
    const position = ends.newest;
    const to = position.revision;
    // Where the receiver has not been told of an earlier loss, it is told of both.
    const from = status.lost?.told === false ? Math.min(first, status.lost.from) : first;
    const lost = { from, to, at: new Date().toISOString(), told: false };
    service.log.error({ subscription: name, from, to }, "changes are lost to a subscription");
    // First, so that a process that is killed in between notes them again.
    await this.#mustSet({ state: "Expired", reason: `${why} ${lossOf(lost)}`, lost });
    await save(uid, position);
    this.#position = position;
    this.#record = undefined;
    return position;
  }

  /** Tells the receiver that changes were lost, where they were. Returns whether it knows. */
  async #resynced(signal: AbortSignal): Promise<boolean> {
    const { fields, uid, status } = this.#subscription;
    const { lost } = status;
    if (lost === undefined || lost.told) return true;
    // It may have been paused since.
    if (status.state !== "Expired") await this.#set({ state: "Expired", reason: lossOf(lost) });
    await pause(this.#health.pausedUntil - performance.now(), signal);
    if (signal.aborted) return false;
    const outcome = await this.#senderOf().send(resyncPayload(uid, { ...lost, resource: fields.resource }));
    this.#of.metrics.count(outcome.outcome);
    if (outcome.outcome === "taken") {
      this.#health.taken();
      await this.#mustSet({ state: "Active", reason: undefined, lost: { ...lost, told: true } });
      return true;
    }
    if (outcome.outcome === "gone") await this.#end("gone");
    else this.#health.away(performance.now(), outcome.outcome === "away" ? outcome.retryAfterMs : 0);
    return false;
  }

  async #take(signal: AbortSignal, { model, seen, ends, position }: TurnStart): Promise<void> {
    const { service, viewOf } = this.#of;
    const { session, isValid } = seen;
    const view = viewOf(model);
    const access = session && new ObjectAccess(view, session, { verb: "watch" });
    const sight = access && { scope: access.scope, isValid };
    // Another release may have taken the model over, and store what this one cannot read.
    const isStill = (): boolean => isValid() && service.notReady(model) === undefined;
    const turn = new DeliveryTurn({
      ...this.#of,
      position,
      record: this.#record,
      subscription: () => this.#subscription,
      plural: model.plural,
      health: this.#health,
      sender: this.#senderOf(),
      isValid: isStill,
      set: (change) => this.#set(change),
    });
    const plan = { selection: this.#selection(model, access), position };
    const sources = { view, changes: service.changes, ends, log: service.log, sight, isPatient: true };
    const stream = watchObjects(sources, plan, printForSubscription);
    this.#turn = turn;
    try {
      await this.#end(await turn.run(stream, signal));
    } finally {
      this.#position = turn.window.position;
      this.#record = turn.window.record;
      this.#turn = undefined;
    }
  }

  #selection(model: ModelDescriptor, access: ObjectAccess | undefined): ReturnType<typeof subscribedSelection> {
    try {
      return subscribedSelection(model, this.#subscription.fields, access?.visibility);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "InvalidQuery") throw error;
      throw new CreatorRefused(`Its selectors cannot be used any more: ${error.message}`);
    }
  }

  async #end(end: TurnEnd): Promise<void> {
    if (end !== "gone") return;
    await this.#mustSet({ state: "Paused", reason: GONE, gone: urlDigest(this.#subscription.fields) });
  }

  #senderOf(): WebhookSender {
    const { url, secret } = this.#subscription.fields;
    const key = secretBytes(secret);
    if (key === undefined) throw new SubscriptionFault("secret", "is not a secret that messages can be signed with");
    // Nothing is on its way to what the URL was before.
    if (this.#sender !== undefined && !this.#sender.isFor(url, key)) this.#closeSender();
    this.#sender ??= new WebhookSender({ url: new URL(url), key }, this.#of.policy);
    return this.#sender;
  }

  /** Notes a state. Where that fails, the next change of the state tries again. */
  async #set(change: StatusChange): Promise<void> {
    try {
      await this.#mustSet(change);
    } catch (err) {
      this.#of.service.log.warn(
        { subscription: this.#subscription.name, err },
        "a subscription's status was not written",
      );
    }
  }

  async #mustSet(change: StatusChange): Promise<void> {
    const subscription = this.#subscription;
    const { name } = subscription;
    const before = subscription.status.state;
    const status: SubscriptionStatus = await this.#of.statuses.set(subscription, change);
    this.#subscription = { ...this.#subscription, status };
    const { state, reason } = status;
    if (state !== before) this.#of.service.log.info({ subscription: name, state, reason }, "subscription state");
  }
}

function lossOf({ from, to }: Pick<SubscriptionLoss, "from" | "to">): string {
  return `Revisions ${from} to ${to} are lost.`;
}

interface TurnStart {
  readonly model: ModelDescriptor;
  readonly seen: CreatorSession;
  readonly ends: LogEnds;
  readonly position: LogPosition;
}

async function wait(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

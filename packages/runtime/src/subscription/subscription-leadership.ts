import { once } from "node:events";
import type { Change, HeldLock, LogPosition } from "@cmgen/store";
import { fencedAccess } from "../controller/fenced-access.js";
import type { Service } from "../host/service.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { createWriteContext } from "../host/create-write-context.js";
import { parseStored } from "../resource/stored-object.js";
import type { VersionView } from "../version/version-view.js";
import type { AddressPolicy } from "./address-policy.js";
import { CreatorSessions } from "./creator-sessions.js";
import { pause } from "./pause.js";
import { SendSlots } from "./send-slots.js";
import type { ServiceSubscriptions } from "./subscription-options.js";
import { readSubscription, type Subscription } from "./subscription.js";
import type { DeliverySurroundings } from "./delivery-surroundings.js";
import { type Beginning, SubscriptionDelivery } from "./subscription-delivery.js";
import type { SubscriptionMetrics, SubscriptionSummary } from "./subscription-metrics.js";
import { SubscriptionStatuses } from "./subscription-statuses.js";

/** Who is said to write the status of subscriptions. */
const ACTOR = "system:subscriptions";

/** How often positions are saved, and creators asked after. */
const TICK_MS = 1000;

/** Ticks after which tokens are read again. */
const TOKEN_TICKS = 2;

/** How long a stop waits for what is on its way. */
const STOP_MS = 3000;

export interface LeadershipOptions extends ServiceSubscriptions {
  readonly service: Service;
  readonly policy: AddressPolicy;
  readonly metrics: SubscriptionMetrics;
  readonly lock: HeldLock;
  /** Aborted at its end. */
  readonly signal: AbortSignal;
}

/** A period in which this process delivers all subscriptions. */
export class SubscriptionLeadership {
  readonly #options: LeadershipOptions;
  readonly #surroundings: DeliverySurroundings;
  readonly #sessions: CreatorSessions;
  /** Of the subscriptions themselves. */
  readonly #view: VersionView;
  /** By uid. */
  readonly #deliveries = new Map<string, SubscriptionDelivery>();
  /** Positions that are saved, by uid. */
  readonly #saved = new Map<string, number>();
  /** Where subscriptions began, as far as this process has seen it. */
  readonly #born = new Map<string, LogPosition>();
  /** Aborted where another release has taken the model over, which then delivers. */
  readonly #superseded = new AbortController();
  readonly #signal: AbortSignal;
  /** What is done with the objects, one after another. */
  #work: Promise<void> = Promise.resolve();
  #ticks = 0;

  constructor(options: LeadershipOptions) {
    const { service, policy, metrics, lock, model } = options;
    const { access, identities } = service;
    // Those who call a tenant are callers of the service.
    const { store } = service.home ?? service;
    this.#signal = AbortSignal.any([options.signal, this.#superseded.signal]);
    const views = new Map<ModelDescriptor, VersionView>();
    this.#options = options;
    this.#view = createWriteContext(service, model).view;
    this.#sessions = new CreatorSessions({ access, identities, store });
    this.#surroundings = {
      service,
      policy,
      metrics,
      sessions: this.#sessions,
      statuses: new SubscriptionStatuses(fencedAccess(service, lock, { actor: ACTOR }), { model }),
      slots: new SendSlots(),
      viewOf: (of) => {
        const view = views.get(of) ?? createWriteContext(service, of).view.ofCallers;
        views.set(of, view);
        return view;
      },
      save: (uid, position) => this.#save([{ uid, ...position }]),
    };
  }

  /** Delivers until its signal is aborted, or the model is no longer this release's. */
  async run(): Promise<void> {
    const { service } = this.#options;
    const signal = this.#signal;
    const unfollow = await service.changes.follow({
      changed: (changes) => this.#changed(changes),
      missed: () => this.#then(() => this.#load()),
    });
    const timer = setInterval(() => void this.#tick(), TICK_MS);
    timer.unref();
    try {
      this.#then(() => this.#load());
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      unfollow();
      clearInterval(timer);
      await this.#stop();
    }
  }

  /** How the subscriptions are doing. */
  summary(): SubscriptionSummary {
    const states = new Map<string, number>();
    const { newest } = this.#options.service.changes;
    let [slowest, oldest] = [newest, Date.now()];
    for (const { subscription, position, oldestAt } of this.#deliveries.values()) {
      const { state = "Active" } = subscription.status;
      states.set(state, (states.get(state) ?? 0) + 1);
      slowest = Math.min(slowest, position?.revision ?? newest);
      oldest = Math.min(oldest, oldestAt ?? oldest);
    }
    return { states, lag: newest - slowest, oldest: Date.now() - oldest };
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(async (err: unknown) => {
      if (this.#signal.aborted) return;
      this.#options.service.log.error({ err }, "subscriptions cannot be read");
      await pause(TICK_MS, this.#signal);
      this.#then(() => this.#load());
    });
  }

  #changed(changes: readonly Change[]): void {
    const { group, plural } = this.#options.model;
    const names = new Set<string>();
    for (const { type, data, name, revision, mark, ...change } of changes) {
      if (change.group !== group || change.plural !== plural) continue;
      names.add(name);
      const object = this.#view.stored(parseStored({ data }));
      const { uid } = object.metadata;
      if (type === "ADDED") this.#born.set(uid, { revision, mark });
      // At once: what is committed after it must not be sent by what it was before.
      const delivery = this.#deliveries.get(uid);
      if (type === "DELETED") delivery?.abandon();
      else delivery?.update(readSubscription(object));
    }
    for (const name of names) this.#then(() => this.#look(name));
  }

  /** Reads all subscriptions. */
  async #load(): Promise<void> {
    const { service, model } = this.#options;
    const begun = await service.store.subscriptions.positions();
    const found = new Set<string>();
    for (const { uid, revision, mark } of begun) {
      this.#saved.set(uid, this.#saved.get(uid) ?? revision);
      this.#born.set(uid, { revision, mark });
    }
    for await (const object of service.resource(model).each()) {
      const subscription = readSubscription(object);
      found.add(subscription.uid);
      await this.#take(subscription);
    }
    const ended = [...new Set([...this.#deliveries.keys(), ...begun.map(({ uid }) => uid)])];
    await this.#end(ended.filter((uid) => !found.has(uid)));
  }

  /** Looks at a subscription that has changed. */
  async #look(name: string): Promise<void> {
    const { service, model } = this.#options;
    const object = await service.resource(model).find(name);
    const now = object && readSubscription(object);
    const others = [...this.#deliveries.values()].filter(
      ({ subscription }) => subscription.name === name && subscription.uid !== now?.uid,
    );
    await this.#end(others.map(({ subscription }) => subscription.uid));
    if (now !== undefined) await this.#take(now);
  }

  async #take(subscription: Subscription): Promise<void> {
    const { uid } = subscription;
    const known = this.#deliveries.get(uid);
    if (known !== undefined) return known.update(subscription);
    if (this.#signal.aborted) return;
    const delivery = new SubscriptionDelivery(this.#surroundings, subscription, await this.#beginningOf(subscription));
    this.#deliveries.set(uid, delivery);
    delivery.start();
  }

  /** From there on nothing that it has not been sent is trimmed. */
  async #beginningOf({ uid, name }: Subscription): Promise<Beginning> {
    const { service, model } = this.#options;
    const { group, plural } = model;
    const { subscriptions } = service.store;
    const created = async (): Promise<LogPosition | undefined> => {
      const creations = await subscriptions.creations({ group, plural, name });
      return creations.find((each) => parseStored(each).metadata.uid === uid);
    };
    const beginning = this.#born.get(uid) ?? (await created());
    this.#born.delete(uid);
    if (beginning === undefined) return "unknown";
    const { revision, mark } = beginning;
    if (!this.#saved.has(uid)) await subscriptions.begin([{ uid, revision, mark }]);
    this.#saved.set(uid, this.#saved.get(uid) ?? revision);
    return { revision, mark };
  }

  async #end(uids: readonly string[]): Promise<void> {
    if (uids.length === 0) return;
    for (const uid of uids) {
      const delivery = this.#deliveries.get(uid);
      this.#deliveries.delete(uid);
      this.#saved.delete(uid);
      this.#born.delete(uid);
      // Nobody wants the rest of what is on its way.
      delivery?.abandon();
      void delivery?.stop();
    }
    await this.#options.service.store.subscriptions.end(uids);
  }

  async #tick(): Promise<void> {
    const { service, model } = this.#options;
    if (service.notReady(model) !== undefined) return this.#superseded.abort();
    try {
      this.#ticks += 1;
      if (this.#ticks % TOKEN_TICKS === 0 && this.#hasTokens()) await this.#sessions.refresh();
      for (const delivery of this.#deliveries.values()) delivery.tick();
      await this.#saveMoved();
    } catch (err) {
      if (!service.store.isAway(err)) service.log.error({ err }, "positions of subscriptions cannot be saved");
    }
  }

  #hasTokens(): boolean {
    for (const { subscription } of this.#deliveries.values())
      if (subscription.creator?.by === "known" && subscription.creator.token !== undefined) return true;
    return false;
  }

  async #saveMoved(): Promise<void> {
    const moved = [...this.#deliveries].flatMap(([uid, { position }]) =>
      position === undefined || position.revision === this.#saved.get(uid) ? [] : [{ uid, ...position }],
    );
    await this.#save(moved);
  }

  async #save(positions: readonly ({ readonly uid: string } & LogPosition)[]): Promise<void> {
    const { service, lock } = this.#options;
    const { subscriptions } = service.store;
    // Another process may deliver by now, and knows better.
    if (positions.length === 0 || !lock.isHeld()) return;
    const unknown = positions.filter(({ uid }) => !this.#saved.has(uid));
    if (unknown.length > 0) await subscriptions.begin(unknown);
    await subscriptions.move(positions);
    for (const { uid, revision } of positions) if (this.#deliveries.has(uid)) this.#saved.set(uid, revision);
  }

  /** Waits a little for what is on its way, and saves how far everything has come. */
  async #stop(): Promise<void> {
    const { lock } = this.#options;
    const all = [...this.#deliveries.values()];
    // Who has the lock now sends the same again: what is on its way must not come behind that.
    if (!lock.isHeld()) for (const delivery of all) delivery.abandon();
    const stopped = Promise.all(all.map((delivery) => delivery.stop()));
    const inTime = new AbortController();
    await Promise.race([stopped, pause(STOP_MS, inTime.signal)]);
    inTime.abort();
    for (const delivery of all) delivery.abandon();
    await this.#work;
    await this.#saveMoved().catch(() => undefined);
  }
}

import { leadWhenHeld } from "../controller/leadership.js";
import type { PendingWork } from "../controller/pending-work.js";
import type { Service } from "../host/service.js";
import type { Metrics } from "../metrics/metrics.js";
import type { AddressPolicy } from "./address-policy.js";
import type { ServiceSubscriptions } from "./subscription-options.js";
import { pause } from "./pause.js";
import { SubscriptionLeadership } from "./subscription-leadership.js";
import { SubscriptionMetrics } from "./subscription-metrics.js";

/** How often it is asked whether the plugin has started. */
const READY_MS = 100;

/** From when on nobody waits for a receiver that does not answer, and how often it is then tried. */
const AWAY_MS = 60_000;

/** Names the lock: one process at a time delivers. */
const LOCK = "subscriptions";

export interface SubscriptionRunnerOptions extends ServiceSubscriptions {
  readonly service: Service;
  readonly metrics: Metrics;
  readonly policy: AddressPolicy;
}

/** Delivers the subscriptions of a service in this process whenever no other process does. */
export class SubscriptionRunner {
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #leadership: SubscriptionLeadership | undefined;

  constructor({ service, model, metrics, policy }: SubscriptionRunnerOptions) {
    const counts = new SubscriptionMetrics(metrics, () => this.#leadership?.summary());
    const { store, log } = service;
    const candidacy = { locks: store.locks, name: LOCK, log, signal: this.#stopping.signal };
    const isReady = (): boolean => service.notReady(model) === undefined;
    const lead = leadWhenHeld.bind(undefined, candidacy, async (signal, lock) => {
      // Another release may have taken the model over: then its process should have the lock.
      if (!isReady()) return;
      const leadership = new SubscriptionLeadership({ service, model, policy, metrics: counts, lock, signal });
      this.#leadership = leadership;
      try {
        await leadership.run();
      } finally {
        this.#leadership = undefined;
      }
    });
    this.#ended = this.#when(isReady).then(lead);
  }

  /** Resolves when the objects are of this release's form: while they are changed, another process may deliver. */
  async #when(isReady: () => boolean): Promise<void> {
    while (!isReady() && !this.#stopping.signal.aborted) await pause(READY_MS, this.#stopping.signal);
  }

  /** What is left to deliver. */
  pending(): PendingWork {
    const summary = this.#leadership?.summary();
    if (summary === undefined) return { isBusy: false, nextAt: undefined, isElsewhere: true };
    const isBehind = summary.lag > 0;
    // A receiver that is away for long is tried at intervals.
    const isBusy = isBehind && summary.oldest < AWAY_MS;
    return { isBusy, nextAt: isBehind ? Date.now() + AWAY_MS : undefined, isElsewhere: false };
  }

  /** Sends nothing more, waits a little for what is on its way, and saves how far everything has come. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }
}

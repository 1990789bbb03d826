import { Counter } from "prom-client";
import type { Metrics } from "../metrics/metrics.js";

/** What came of an attempt, or of a message. */
export type CountedOutcome = "taken" | "refused" | "failed" | "away" | "gone" | "dead";

const OUTCOMES: readonly CountedOutcome[] = ["taken", "refused", "failed", "away", "gone", "dead"];

/** How the subscriptions that this process delivers are doing. */
export interface SubscriptionSummary {
  /** Subscriptions by state. */
  readonly states: ReadonlyMap<string, number>;
  /** Revisions that the slowest is behind. */
  readonly lag: number;
  /** Milliseconds that the oldest change waits which was sent for nothing or not yet. */
  readonly oldest: number;
}

const STATES = ["Active", "Failing", "Paused", "Expired"];

/** Metrics of subscriptions. */
export class SubscriptionMetrics {
  readonly #deliveries: Counter<"outcome">;

  constructor(metrics: Metrics, summary: () => SubscriptionSummary | undefined) {
    this.#deliveries = new Counter({
      name: "cmgen_subscription_deliveries_total",
      help: "Attempts to send a change, by outcome: taken (2xx), refused (3xx, 4xx), failed (500 and the like), away (no answer, 408, 425, 429, 502 to 504), gone (410); dead: changes that were given up.",
      labelNames: ["outcome"],
      registers: [metrics.registry],
    });
    for (const outcome of OUTCOMES) this.#deliveries.inc({ outcome }, 0);
    metrics.gauge({
      name: "cmgen_subscriptions",
      help: "Subscriptions that this process delivers, by state.",
      labels: ["state"],
      read: () => STATES.map((state) => ({ labels: { state }, value: summary()?.states.get(state) ?? 0 })),
    });
    metrics.gauge({
      name: "cmgen_subscription_lag_revisions",
      help: "Changes that the slowest subscription has not been sent yet, those that it does not select included.",
      labels: [],
      read: () => [{ labels: {}, value: summary()?.lag ?? 0 }],
    });
    metrics.gauge({
      name: "cmgen_subscription_oldest_seconds",
      help: "Age of the oldest change that a receiver has not taken yet.",
      labels: [],
      read: () => [{ labels: {}, value: (summary()?.oldest ?? 0) / 1000 }],
    });
  }

  count(outcome: CountedOutcome): void {
    this.#deliveries.inc({ outcome });
  }
}

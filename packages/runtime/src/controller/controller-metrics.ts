import { Counter, Histogram } from "prom-client";
import type { Metrics } from "../metrics/metrics.js";
import { DURATION_BUCKETS } from "../metrics/served-requests.js";
import type { ControllerState } from "./controller-state.js";

const LABELS = ["plugin", "controller", "resource"] as const;

/** Names a controller in metrics. Two plugins may have controllers with the same name. */
export type ControllerLabels = Readonly<Record<(typeof LABELS)[number], string>>;

/** What the queue of a controller reports. */
export interface QueueMetrics {
  added(): void;
  retried(): void;
  ended(outcome: "done" | "failed", seconds: number): void;
}

/** Metrics of controllers, in this process. */
export class ControllerMetrics {
  readonly #adds: Counter<keyof ControllerLabels>;
  readonly #retries: Counter<keyof ControllerLabels>;
  readonly #durations: Histogram<keyof ControllerLabels | "outcome">;

  constructor(metrics: Metrics, states: () => readonly ControllerState[]) {
    const common = { labelNames: LABELS, registers: [metrics.registry] };
    this.#adds = new Counter({
      ...common,
      name: "cmgen_controller_queue_adds_total",
      help: "Times that an object began to wait to be reconciled.",
    });
    this.#retries = new Counter({
      ...common,
      name: "cmgen_controller_retries_total",
      help: "Reconciles that failed and will be tried again.",
    });
    this.#durations = new Histogram({
      ...common,
      labelNames: [...LABELS, "outcome"],
      name: "cmgen_controller_reconcile_duration_seconds",
      help: "Duration of a reconcile.",
      buckets: DURATION_BUCKETS,
    });
    addGauges(metrics, states);
  }

  queue(labels: ControllerLabels): QueueMetrics {
    return {
      added: () => this.#adds.inc(labels),
      retried: () => this.#retries.inc(labels),
      ended: (outcome, seconds) => this.#durations.observe({ ...labels, outcome }, seconds),
    };
  }
}

function addGauges(metrics: Metrics, states: () => readonly ControllerState[]): void {
  const add = (name: string, help: string, valueOf: (state: ControllerState) => number | undefined): void => {
    const read = (): { labels: ControllerLabels; value: number }[] =>
      states().flatMap((state) => {
        const { plugin, controller, resource } = state;
        const value = valueOf(state);
        return value === undefined ? [] : [{ labels: { plugin, controller, resource }, value }];
      });
    metrics.gauge({ name, help, labels: LABELS, read });
  };
  add("cmgen_controller_queue", "Objects waiting to be reconciled.", ({ waiting }) => waiting);
  add("cmgen_controller_active", "Objects being reconciled.", ({ active }) => active);
  add("cmgen_controller_delayed", "Objects waiting for a time to be reconciled at.", ({ delayed }) => delayed);
  add("cmgen_controller_failing", "Objects whose last reconcile failed.", ({ failing }) => failing);
  add("cmgen_controller_leading", "1 where the controller runs in this process, 0 where it runs in another.", (state) =>
    Number(state.leads),
  );
  add(
    "cmgen_controller_seconds_since_success",
    "Time since the last reconcile that succeeded in this process; absent before the first.",
    ({ lastSuccess }) => lastSuccess && (Date.now() - lastSuccess) / 1000,
  );
}

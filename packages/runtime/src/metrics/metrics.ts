import { Counter, Gauge, Histogram, Registry, type LabelValues } from "prom-client";

/** Upper bounds of the buckets of durations, in seconds. */
export const DURATION_BUCKETS: number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** An answered request. */
export interface ServedRequest {
  readonly method: string;
  /** The resource or group of endpoints. Never the path, which would make a series for each object. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Whether it was a watch, which takes as long as its caller likes. */
  readonly isWatch: boolean;
}

/** A value that is read when the metrics are printed. */
export interface GaugeOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** All values that there are now, with their labels. */
  readonly read: () => Iterable<{ readonly labels: LabelValues<Label>; readonly value: number }>;
}

/**
 * The metrics of one server, for Prometheus (text format 0.0.4). Values of labels come from what is declared, never from what a caller sends: a caller
 * cannot make series.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #durations: Histogram<"route" | "status">;

  constructor() {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: "cmgen_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers,
    });
    this.#durations = new Histogram({
      name: "cmgen_http_request_duration_seconds",
      help: "Time from a request's arrival to the end of its answer. Without watches.",
      labelNames: ["route", "status"],
      buckets: DURATION_BUCKETS,
      registers,
    });
  }

  record({ method, route, status, seconds, isWatch }: ServedRequest): void {
    this.#requests.inc({ method, route, status });
    if (!isWatch) this.#durations.observe({ route, status }, seconds);
  }

  gauge<Label extends string>({ name, help, labels, read }: GaugeOptions<Label>): void {
    const gauge = new Gauge<Label>({
      name,
      help,
      labelNames: labels,
      registers: [],
      collect() {
        this.reset();
        for (const each of read()) this.set(each.labels, each.value);
      },
    });
    this.registry.registerMetric(gauge);
  }

  print(): Promise<string> {
    return this.registry.metrics();
  }
}

import { Gauge, Registry, type LabelValues } from "prom-client";
import { ServedRequests } from "./served-requests.js";

/** A value that is read when the metrics are printed. */
export interface GaugeOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** All values that there are now, with their labels. What cannot be read has none. */
  readonly read: () => GaugeValues<Label> | Promise<GaugeValues<Label>>;
}

type GaugeValues<Label extends string> = Iterable<{ readonly labels: LabelValues<Label>; readonly value: number }>;

/**
 * The metrics of one server, for Prometheus (text format 0.0.4). Values of labels come from what is declared, never from what a caller sends: a caller
 * cannot make series.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new ServedRequests(this.registry);

  gauge<Label extends string>({ name, help, labels, read }: GaugeOptions<Label>): void {
    const gauge = new Gauge<Label>({
      name,
      help,
      labelNames: labels,
      registers: [],
      async collect() {
        const values = await read();
        this.reset();
        for (const each of values) this.set(each.labels, each.value);
      },
    });
    this.registry.registerMetric(gauge);
  }

  print(): Promise<string> {
    return this.registry.metrics();
  }
}

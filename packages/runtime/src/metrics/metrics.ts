/** Upper bounds of the buckets of request durations, in seconds. */
const BUCKETS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** An answered request. */
export interface ServedRequest {
  readonly method: string;
  /** The resource or group of endpoints. Never the path, which would make a series for each object. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A value that is read on demand. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** Values by labels such as `{controller="welcome"}`; `""` for a value without labels. */
  readonly read: () => ReadonlyMap<string, number>;
}

/** Counts requests and prints the counts for Prometheus (text format 0.0.4). */
export class Metrics {
  readonly #routes = new Map<string, RouteMetrics>();
  readonly #gauges: readonly Gauge[];

  constructor(gauges: readonly Gauge[] = []) {
    this.#gauges = gauges;
  }

  record({ method, route, status, seconds }: ServedRequest): void {
    let metrics = this.#routes.get(route);
    if (metrics === undefined) this.#routes.set(route, (metrics = new RouteMetrics()));
    metrics.record(`${method} ${status}`, seconds);
  }

  print(): string {
    return [
      ...this.#printRequests(),
      ...this.#printDurations(),
      ...this.#gauges.flatMap(({ name, help, read }) => printFamily({ name, help, type: "gauge" }, read())),
      "",
    ].join("\n");
  }

  #printRequests(): readonly string[] {
    const values = new Map<string, number>();
    for (const [route, { requests }] of this.#routes) {
      for (const [key, count] of requests) {
        const [method = "", status = ""] = key.split(" ");
        values.set(printLabels({ method, route, status }), count);
      }
    }
    return printFamily({ name: "cmgen_http_requests_total", help: "Requests answered.", type: "counter" }, values);
  }

  #printDurations(): readonly string[] {
    const name = "cmgen_http_request_duration_seconds";
    const lines = [...this.#routes].flatMap(([route, metrics]) => metrics.printDurations(name, route));
    return [
      `# HELP ${name} Time from a request's arrival to the end of its answer.`,
      `# TYPE ${name} histogram`,
      ...lines,
    ];
  }
}

/** The counts of one route. */
class RouteMetrics {
  /** By method and status, separated by a space. */
  readonly requests = new Map<string, number>();
  /** Requests by the first bucket they fit into; the last is for those that fit into none. */
  readonly #durations: number[] = [...BUCKETS.map(() => 0), 0];
  #seconds = 0;

  record(key: string, seconds: number): void {
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
    const found = BUCKETS.findIndex((bound) => seconds <= bound);
    const at = found < 0 ? BUCKETS.length : found;
    this.#durations[at] = (this.#durations[at] ?? 0) + 1;
    this.#seconds += seconds;
  }

  /** For Prometheus each request counts in every bucket it fits into. */
  printDurations(name: string, route: string): readonly string[] {
    let count = 0;
    const buckets = this.#durations.map((requests, at) => {
      count += requests;
      return `${name}_bucket${printLabels({ route, le: at < BUCKETS.length ? String(BUCKETS[at]) : "+Inf" })} ${count}`;
    });
    const labels = printLabels({ route });
    return [...buckets, `${name}_sum${labels} ${this.#seconds}`, `${name}_count${labels} ${count}`];
  }
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
}

function printFamily({ name, help, type }: Family, values: ReadonlyMap<string, number>): readonly string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...[...values].map(([labels, value]) => `${name}${labels} ${value}`),
  ];
}

/** Labels as they follow a metric's name. */
export function printLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

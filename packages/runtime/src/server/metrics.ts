/** Upper bounds of the buckets of request durations, in seconds. */
const BUCKETS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is known of a request once it has been answered. */
export interface ServedRequest {
  readonly method: string;
  /** What was asked for: a resource or a group of endpoints. Never the path, which would make a series of each object. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

interface Histogram {
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** A value read when it is asked for. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** Values by labels, as `{controller="welcome"}`; `""` for a value without. */
  readonly read: () => ReadonlyMap<string, number>;
}

/** Counts requests and prints what it has counted as Prometheus reads it (text format 0.0.4). */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  readonly #gauges: readonly Gauge[];

  constructor(gauges: readonly Gauge[] = []) {
    this.#gauges = gauges;
  }

  record({ method, route, status, seconds }: ServedRequest): void {
    const request = printLabels({ method, route, status: String(status) });
    this.#requests.set(request, (this.#requests.get(request) ?? 0) + 1);
    const durations = this.#histogram(printLabels({ route }));
    durations.sum += seconds;
    durations.count += 1;
    for (const [at, bound] of BUCKETS.entries())
      if (seconds <= bound) durations.buckets[at] = (durations.buckets[at] ?? 0) + 1;
  }

  print(): string {
    return [
      ...printFamily(
        { name: "cmgen_http_requests_total", help: "Requests answered.", type: "counter" },
        this.#requests,
      ),
      ...this.#printDurations(),
      ...this.#gauges.flatMap(({ name, help, read }) => printFamily({ name, help, type: "gauge" }, read())),
      "",
    ].join("\n");
  }

  #histogram(labels: string): Histogram {
    const known = this.#durations.get(labels);
    if (known !== undefined) return known;
    const made: Histogram = { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    this.#durations.set(labels, made);
    return made;
  }

  #printDurations(): readonly string[] {
    const name = "cmgen_http_request_duration_seconds";
    const lines = [...this.#durations].flatMap(([labels, { buckets, sum, count }]) => [
      ...buckets.map((value, at) => `${name}_bucket${addLabel(labels, "le", String(BUCKETS[at]))} ${value}`),
      `${name}_bucket${addLabel(labels, "le", "+Inf")} ${count}`,
      `${name}_sum${labels} ${sum}`,
      `${name}_count${labels} ${count}`,
    ]);
    return [
      `# HELP ${name} Time from a request's arrival to the end of its answer.`,
      `# TYPE ${name} histogram`,
      ...lines,
    ];
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

/** Labels as they stand behind a metric's name. */
export function printLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function addLabel(labels: string, name: string, value: string): string {
  return labels === "" ? printLabels({ [name]: value }) : `${labels.slice(0, -1)},${name}="${escape(value)}"}`;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

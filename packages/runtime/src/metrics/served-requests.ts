import { Counter, Histogram, type HistogramConfiguration, type Registry } from "prom-client";

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

/** The requests for one route that were answered with one status. */
interface Served {
  readonly labels: { readonly route: string; readonly status: number };
  readonly methods: Map<string, number>;
  /** How many took as long as a bucket's bound and longer than the one before; last those beyond all bounds. */
  readonly buckets: number[];
  seconds: number;
}

/**
 * Counts and times all requests. prom-client gets the numbers when it prints them: it makes a text of the labels whenever a number changes, which
 * for each request would be a fortieth of a read.
 */
export class ServedRequests {
  readonly #routes = new Map<string, Map<number, Served>>();

  constructor(registry: Registry) {
    const all = (): readonly Served[] => [...this.#routes.values()].flatMap((statuses) => [...statuses.values()]);
    const counter = new Counter({
      name: "cmgen_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers: [],
      collect() {
        this.reset();
        for (const { labels, methods } of all())
          for (const [method, count] of methods) this.inc({ method, ...labels }, count);
      },
    });
    registry.registerMetric(counter);
    registry.registerMetric(new Durations(all));
  }

  record({ method, route, status, seconds, isWatch }: ServedRequest): void {
    const served = this.#routes.get(route)?.get(status) ?? this.#add(route, status);
    served.methods.set(method, (served.methods.get(method) ?? 0) + 1);
    if (isWatch) return;
    let bucket = 0;
    while (seconds > (DURATION_BUCKETS[bucket] ?? Infinity)) bucket += 1;
    served.buckets[bucket] = (served.buckets[bucket] ?? 0) + 1;
    served.seconds += seconds;
  }

  #add(route: string, status: number): Served {
    const buckets = Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0);
    const served: Served = { labels: { route, status }, methods: new Map(), buckets, seconds: 0 };
    const statuses = this.#routes.get(route) ?? new Map<number, Served>();
    this.#routes.set(route, statuses.set(status, served));
    return served;
  }
}

const DURATIONS = "cmgen_http_request_duration_seconds";

type DurationLabel = "route" | "status";
type DurationValues = Awaited<ReturnType<Histogram<DurationLabel>["get"]>>;

const options: HistogramConfiguration<DurationLabel> = {
  name: DURATIONS,
  help: "Time from a request's arrival to the end of its answer. Without watches.",
  labelNames: ["route", "status"],
  registers: [],
};

/** A histogram whose numbers are kept elsewhere. */
class Durations extends Histogram<DurationLabel> {
  readonly #all: () => readonly Served[];
  /** It has all that does not change: a histogram's own `get` asks `getForPromString`. */
  readonly #empty = new Histogram(options);

  constructor(all: () => readonly Served[]) {
    super(options);
    this.#all = all;
  }

  override async get(): Promise<DurationValues> {
    return { ...(await this.#empty.get()), values: this.#all().flatMap(printedValues) };
  }

  /** A registry that prints text asks for it in the place of `get`. */
  getForPromString(): Promise<DurationValues> {
    return this.get();
  }
}

/** The series of a histogram, in which each bucket has those before it as well; none if only watches were answered. */
function printedValues({ labels, buckets, seconds }: Served): DurationValues["values"] {
  let count = 0;
  const series = buckets.map((own, bucket) => {
    const le = DURATION_BUCKETS[bucket] ?? "+Inf";
    return { metricName: `${DURATIONS}_bucket`, labels: { le, ...labels }, value: (count += own) };
  });
  if (count === 0) return [];
  return [
    ...series,
    { metricName: `${DURATIONS}_sum`, labels, value: seconds },
    { metricName: `${DURATIONS}_count`, labels, value: count },
  ];
}

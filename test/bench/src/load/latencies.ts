import type { LoadAnswer } from "../http/load-child.js";
import { seconds, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";

export interface Read {
  readonly reads: readonly LoadAnswer[];
  /** The 99th percentile of an idle server, in seconds. */
  readonly idle: number;
  /** What is to be short. */
  readonly aimsAt: "p99" | "longest";
}

/** Medians over rounds, but of the longest; the ratio is that of the 99th percentile to an idle server's. */
export function latencies(name: string, { reads, idle, aimsAt }: Read): Measurement {
  const p99 = median(reads.map((read) => read.p99));
  return {
    name,
    values: {
      p50: seconds(median(reads.map((read) => read.p50))),
      p99: seconds(p99),
      longest: seconds(Math.max(...reads.map((read) => read.max))),
    },
    ratio: p99 / idle,
    aim: { bound: "at most", amount: 0.05, of: aimsAt },
  };
}

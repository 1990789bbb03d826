import { seconds, type Aim, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";

/** The aims of the design, by what they are about. As times, "0.8 of the raw driver's rate" is 1.25. */
const aims: Readonly<Record<string, Aim>> = {
  "20 by label and field, sorted": { bound: "at most", amount: 1.5 },
  "create, five index rows": { bound: "at most", amount: 1.25 },
};

export type SideTimes = Readonly<Record<"cmgen" | "raw", readonly number[]>>;

/** What the two sides took, in seconds, side by side. */
export function comparison(name: string, { cmgen, raw }: SideTimes): Measurement {
  const aim = aims[name];
  return {
    name,
    values: { cmgen: seconds(median(cmgen)), "raw driver": seconds(median(raw)) },
    ratio: pairedRatio(cmgen, raw),
    ...(aim !== undefined && { aim }),
  };
}

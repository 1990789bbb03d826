import type { BenchContext } from "../bench-context.js";
import type { Measurement } from "../measure/figure.js";
import { takeTurns, type Turns } from "../measure/take-turns.js";
import { comparison } from "./comparison.js";
import type { Scenario } from "./scenario.js";

/** Runs both sides of a scenario in turn. */
export async function compare(context: BenchContext, { name, cmgen, raw }: Scenario): Promise<Measurement> {
  return comparison(name, await takeTurns({ cmgen, raw }, turns(context)));
}

function turns({ rounds }: BenchContext): Turns {
  return { rounds, warmUp: Math.min(10, rounds), seconds: 5 };
}

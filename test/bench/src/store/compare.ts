import type { BenchContext } from "../bench-context.js";
import type { Measurement } from "../measure/figure.js";
import { takeTurns, type Turns } from "../measure/take-turns.js";
import { comparison } from "./comparison.js";
import type { Scenario } from "./scenario.js";

/** Runs both sides of a scenario in turn. */
export async function compare(context: BenchContext, { name, cmgen, raw }: Scenario): Promise<Measurement> {
  return comparison(name, await takeTurns({ cmgen, raw }, turns(context)));
}

/**
 * Rounds that are run first, as far as a second goes: a service's code is compiled once it has run for a moment. The raw driver is compiled
 * from the start.
 */
const WARM_UP = 1000;

function turns({ rounds }: BenchContext): Turns {
  return { rounds, warmUp: rounds < LEAST_WARMED ? rounds : WARM_UP, seconds: 5 };
}

/** So few rounds are a trial of the bench itself. */
const LEAST_WARMED = 10;

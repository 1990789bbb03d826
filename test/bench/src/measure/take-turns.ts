import { median } from "./quantile.js";

/** What is measured side by side: each does the same in its own way, for the round of that number. */
export type Sides<Name extends string> = Readonly<Record<Name, (round: number) => unknown>>;

export interface Turns {
  readonly rounds: number;
  /** Rounds that are run first and not counted; no further one begins after a second. */
  readonly warmUp?: number;
  /** No further round begins after so many seconds, if there were at least three. */
  readonly seconds?: number;
}

const LEAST_ROUNDS = 3;

/** Times of each side, in seconds, in the order of the rounds. In every second round the sides change their order. */
export async function takeTurns<Name extends string>(
  sides: Sides<Name>,
  { rounds, warmUp = 0, seconds = 20 }: Turns,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  let round = 0;
  const runRounds = async (most: number, limit: number): Promise<Record<Name, number[]>> => {
    const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
    const begun = performance.now();
    for (let count = 0; count < most; count += 1) {
      if (count >= LEAST_ROUNDS && performance.now() - begun > limit * 1000) break;
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const start = performance.now();
        await sides[name](round);
        times[name].push((performance.now() - start) / 1000);
      }
      round += 1;
    }
    return times;
  };
  await runRounds(warmUp, 1);
  return runRounds(rounds, seconds);
}

/** How many times as much the first took as the second: the median over the rounds, each of which compares what was measured close together. */
export function pairedRatio(first: readonly number[], second: readonly number[]): number {
  return median(first.map((value, round) => value / (second[round] ?? Number.NaN)));
}

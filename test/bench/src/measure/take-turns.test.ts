import { expect, it } from "vitest";
import { median, quantile } from "./quantile.js";
import { pairedRatio, takeTurns } from "./take-turns.js";

it("runs both sides of each round, the other one first in every second, and does not count those of the warm-up", async () => {
  const run: string[] = [];
  const side = (name: string) => (round: number) => run.push(`${name}${round}`);
  const times = await takeTurns({ a: side("a"), b: side("b") }, { rounds: 2, warmUp: 1 });
  expect(run).toEqual(["a0", "b0", "b1", "a1", "a2", "b2"]);
  expect([times.a.length, times.b.length]).toEqual([2, 2]);
});

it("stops when its time is over, but not before three rounds", async () => {
  const { a } = await takeTurns({ a: () => undefined }, { rounds: 1000, seconds: 0 });
  expect(a).toHaveLength(3);
});

it("compares what was measured in the same round", () => {
  expect(pairedRatio([2, 40, 6], [1, 10, 3])).toBe(2);
});

it("finds medians and quantiles", () => {
  const values = Array.from({ length: 100 }, (_, place) => 100 - place);
  expect([median([3, 1, 2]), quantile(values, 0.99), quantile(values, 1)]).toEqual([2, 100, 100]);
  expect(median([])).toBeNaN();
});

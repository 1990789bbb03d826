import { expect, it } from "vitest";
import { RecentErrors } from "./recent-errors.js";

it("keeps the last error of each of the objects that failed last", () => {
  const errors = new RecentErrors();
  for (let at = 0; at < 30; at++) errors.note(`o${at}`, new Error(`first ${at}`));
  errors.note("o15", new Error("second 15"));
  const kept = errors.newestFirst();
  expect(kept).toHaveLength(20);
  expect(kept.slice(0, 2).map(({ object, message }) => `${object}: ${message}`)).toEqual([
    "o15: second 15",
    "o29: first 29",
  ]);
  expect(kept.at(-1)?.object).toBe("o10");
});

it.each<[string, unknown, string]>([
  ["of a long text the beginning", new Error("x".repeat(10_000)), `${"x".repeat(500)}…`],
  ["whole characters", new Error(`${"x".repeat(499)}😀`), `${"x".repeat(499)}\u{fffd}…`],
  ["the class where there is no message", new RangeError(), "RangeError"],
  ["what is not an error", "text", "text"],
  [
    "nothing of what cannot be read",
    new Proxy(new Error("no"), {
      get: () => {
        throw new Error("unreadable");
      },
    }),
    "Error",
  ],
])("keeps %s", (_, thrown, message) => {
  const errors = new RecentErrors();
  errors.note("one", thrown);
  expect(errors.newestFirst()[0]?.message).toBe(message);
});

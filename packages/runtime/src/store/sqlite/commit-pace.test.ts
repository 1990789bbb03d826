import { expect, it } from "vitest";
import { CommitPace } from "./commit-pace.js";

it("expects the next commit to be quick after some on end that were, and not after one that was not", () => {
  const pace = new CommitPace({ milliseconds: 1, onEnd: 3 });
  const after = (milliseconds: number): boolean => {
    pace.add(milliseconds);
    return pace.isQuick;
  };
  expect(pace.isQuick).toBe(false);
  expect([0.1, 0.9, 0.2, 0.3].map(after)).toEqual([false, false, true, true]);
  expect([1, 0.1, 0.1, 0.1].map(after)).toEqual([false, false, false, true]);
});

it("never expects it of a disk that may take no time", () => {
  const pace = new CommitPace({ milliseconds: 0, onEnd: 1 });
  pace.add(0);
  expect(pace.isQuick).toBe(false);
});

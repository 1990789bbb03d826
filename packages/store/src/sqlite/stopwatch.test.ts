import { describe, expect, it } from "vitest";
import { Stopwatch } from "./stopwatch.js";

/** A stopwatch of a clock that goes on by `step` whenever it is asked, and how often the clock was looked at. */
function watched(step: number): { stopwatch: Stopwatch; looks: () => number; move: (milliseconds: number) => void } {
  let now = 0;
  let looks = 0;
  const clock = (): number => {
    looks += 1;
    now += step;
    return now;
  };
  return { stopwatch: new Stopwatch(clock), looks: () => looks, move: (milliseconds) => (now += milliseconds) };
}

describe("Stopwatch", () => {
  it("never says so before it is started, or after it is stopped", () => {
    const { stopwatch, move } = watched(1);
    expect(stopwatch.isUp(1e9)).toBe(false);
    stopwatch.start(1);
    move(100);
    stopwatch.stop();
    expect(stopwatch.isUp(1e9)).toBe(false);
  });

  it("looks at the clock seldom while all goes fast, and sees the end all the same", () => {
    const { stopwatch, looks, move } = watched(0);
    stopwatch.start(5);
    for (let call = 0; call < 120; call += 1) expect(stopwatch.isUp(0)).toBe(false);
    expect(looks()).toBeLessThan(20);
    move(6);
    const calls = Array.from({ length: 12 }, () => stopwatch.isUp(0));
    expect(calls).toContain(true);
  });

  it("looks each time once calls have become slow, and after many bytes", () => {
    const { stopwatch, move } = watched(0);
    stopwatch.start(50);
    for (let call = 0; call < 120; call += 1) stopwatch.isUp(0);
    let slowCalls = 0;
    do {
      slowCalls += 1;
      move(2);
    } while (!stopwatch.isUp(0) && slowCalls < 100);
    expect(slowCalls).toBe(26);
    stopwatch.start(5);
    for (let call = 0; call < 100; call += 1) stopwatch.isUp(0);
    move(6);
    expect(stopwatch.isUp(3_000_000)).toBe(true);
  });
});

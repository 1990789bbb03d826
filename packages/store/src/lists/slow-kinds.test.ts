import { describe, expect, it } from "vitest";
import { SlowKinds } from "./slow-kinds.js";

describe("SlowKinds", () => {
  it("leaves a kind alone that was slow twice on end, and longer each time, up to ten seconds", () => {
    const slow = new SlowKinds();
    slow.add("a", 0);
    expect(slow.has("a", 0)).toBe(false);
    const pauses: number[] = [];
    for (let now = 0; pauses.length < 10; now += 100_000) {
      slow.add("a", now);
      let pause = 0;
      while (slow.has("a", now + pause)) pause += 50;
      pauses.push(pause);
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
    expect(slow.has("b", 0)).toBe(false);
  });

  it("forgets it all when the kind was fast", () => {
    const slow = new SlowKinds();
    slow.add("a", 0);
    slow.add("a", 0);
    slow.delete("a");
    expect(slow.has("a", 1)).toBe(false);
    slow.add("a", 1);
    expect(slow.has("a", 1)).toBe(false);
  });
});

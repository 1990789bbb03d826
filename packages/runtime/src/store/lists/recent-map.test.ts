import { describe, expect, it } from "vitest";
import { RecentMap } from "./recent-map.js";

describe("RecentMap", () => {
  it("forgets what was used the longest ago", () => {
    const map = new RecentMap<number>(3);
    for (const [place, key] of ["a", "b", "c"].entries()) map.set(key, place);
    expect([map.get("a"), map.get("a")]).toEqual([0, 0]);
    map.set("d", 3);
    expect(["a", "b", "c", "d"].map((key) => map.get(key))).toEqual([0, undefined, 2, 3]);
    map.set("e", 4);
    expect(["a", "c", "d", "e"].map((key) => map.get(key))).toEqual([undefined, 2, 3, 4]);
  });

  it("replaces and deletes, the latest too", () => {
    const map = new RecentMap<number>(2);
    map.set("a", 1);
    map.set("a", 2);
    expect(map.get("a")).toBe(2);
    map.delete("a");
    expect(map.get("a")).toBeUndefined();
    map.set("b", 3);
    map.set("a", 4);
    expect([map.get("b"), map.get("a")]).toEqual([3, 4]);
  });
});

import { describe, expect, it } from "vitest";
import type { Change } from "../store/store.js";
import { RecentChanges } from "./recent-changes.js";

const change = (revision: number, bytes = 1): Change => ({
  revision,
  type: "ADDED",
  group: "a.b",
  plural: "people",
  name: `p${revision}`,
  data: new Uint8Array(bytes),
});
const revisions = (changes: readonly Change[] | undefined): readonly number[] | undefined =>
  changes?.map(({ revision }) => revision);

describe("RecentChanges", () => {
  it("hands out what came after a revision, in order", () => {
    const recent = new RecentChanges(10);
    for (const revision of [11, 13, 14]) recent.add(change(revision));
    expect(revisions(recent.after(10))).toEqual([11, 13, 14]);
    expect(revisions(recent.after(11))).toEqual([13, 14]);
    expect(revisions(recent.after(12))).toEqual([13, 14]);
    expect(revisions(recent.after(14))).toEqual([]);
    expect(recent.newest).toBe(14);
  });

  it("has nothing to say of what came before it began", () => {
    expect(new RecentChanges(10).after(9)).toBeUndefined();
    expect(revisions(new RecentChanges(10).after(10))).toEqual([]);
  });

  it("hands out some at a time", () => {
    const recent = new RecentChanges(0);
    for (let revision = 1; revision <= 1200; revision++) recent.add(change(revision));
    const seen: number[] = [];
    for (let after = 0; ; after = seen.at(-1) ?? 0) {
      const batch = revisions(recent.after(after)) ?? [];
      if (batch.length === 0) break;
      seen.push(...batch);
    }
    expect(seen).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1));
  });

  it.each([
    ["many", 20_000, 1],
    ["large", 100, 1024 * 1024],
  ])("lets go of the oldest when there are too %s, and never pretends to have them", (_, count, bytes) => {
    const recent = new RecentChanges(0);
    for (let revision = 1; revision <= count; revision++) recent.add(change(revision, bytes));
    expect(recent.after(0)).toBeUndefined();
    const kept = revisions(recent.after(count - 5));
    expect(kept).toEqual([count - 4, count - 3, count - 2, count - 1, count]);
  });

  it("keeps the newest, however large it is", () => {
    const recent = new RecentChanges(0);
    recent.add(change(1, 64 * 1024 * 1024));
    expect(revisions(recent.after(0))).toEqual([1]);
  });
});

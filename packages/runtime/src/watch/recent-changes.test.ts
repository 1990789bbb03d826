import { describe, expect, it } from "vitest";
import type { Change, ChangeLimit } from "@cmgen/store";
import { RecentChanges } from "./recent-changes.js";

const change = (revision: number, bytes = 1): Change => ({
  revision,
  mark: 1,
  type: "ADDED",
  group: "a.b",
  plural: "people",
  name: `p${revision}`,
  data: new Uint8Array(bytes),
  at: 0,
  origin: null,
  previous: null,
});
const MIB = 1024 * 1024;
const most: ChangeLimit = { changes: 5000, bytes: 16 * MIB };
const limit: ChangeLimit = { changes: 500, bytes: MIB };
const revisions = (changes: readonly Change[] | undefined): readonly number[] | undefined =>
  changes?.map(({ revision }) => revision);

describe("RecentChanges", () => {
  it("hands out what came after a revision, in order", () => {
    const recent = new RecentChanges(10, most);
    for (const revision of [11, 13, 14]) recent.add(change(revision));
    expect(revisions(recent.after(10, limit))).toEqual([11, 13, 14]);
    expect(revisions(recent.after(11, limit))).toEqual([13, 14]);
    expect(revisions(recent.after(12, limit))).toEqual([13, 14]);
    expect(revisions(recent.after(14, limit))).toEqual([]);
    expect(recent.newest).toBe(14);
  });

  it("has nothing to say of what came before it began", () => {
    expect(new RecentChanges(10, most).after(9, limit)).toBeUndefined();
    expect(revisions(new RecentChanges(10, most).after(10, limit))).toEqual([]);
  });

  it("hands out some at a time", () => {
    const recent = new RecentChanges(0, most);
    for (let revision = 1; revision <= 1200; revision++) recent.add(change(revision));
    const seen: number[] = [];
    for (let after = 0; ; after = seen.at(-1) ?? 0) {
      const batch = revisions(recent.after(after, limit)) ?? [];
      if (batch.length === 0) break;
      seen.push(...batch);
    }
    expect(seen).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1));
  });

  it.each([
    ["many", 20_000, 1],
    ["large", 100, 1024 * 1024],
  ])("lets go of the oldest when there are too %s, and never pretends to have them", (_, count, bytes) => {
    const recent = new RecentChanges(0, most);
    for (let revision = 1; revision <= count; revision++) recent.add(change(revision, bytes));
    expect(recent.after(0, limit)).toBeUndefined();
    const kept = revisions(recent.after(count - 5, { ...limit, bytes: Infinity }));
    expect(kept).toEqual([count - 4, count - 3, count - 2, count - 1, count]);
  });

  it("hands out as many bytes as are asked for, and one change at least", () => {
    const recent = new RecentChanges(0, most);
    for (let revision = 1; revision <= 6; revision++) recent.add(change(revision, 400_000));
    expect(revisions(recent.after(0, limit))).toEqual([1, 2, 3]);
    expect(revisions(recent.after(3, { ...limit, bytes: 1 }))).toEqual([4]);
  });

  it("keeps the newest, however large it is", () => {
    const recent = new RecentChanges(0, most);
    recent.add(change(1, 64 * 1024 * 1024));
    expect(revisions(recent.after(0, limit))).toEqual([1]);
  });
});

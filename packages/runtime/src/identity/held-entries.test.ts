import { expect, test } from "vitest";
import { HeldEntries } from "./held-entries.js";

test("the latest entries are found, and those that somebody holds", () => {
  const entries = new HeldEntries<{ readonly key: string }>(10);
  const held = { key: "held" };
  entries.set("held", held);
  for (let number = 0; number < 1000; number += 1) entries.set(`${number}`, { key: `${number}` });
  expect(entries.get("999")).toEqual({ key: "999" });
  expect(entries.get("held")).toBe(held);
  expect([...entries.all()].some(([, entry]) => entry === held)).toBe(true);
});

test("an entry that is used often stays, without anybody who holds it", () => {
  const entries = new HeldEntries<{ readonly key: string }>(10);
  entries.set("used", { key: "used" });
  const seen = new WeakSet<object>([entries.get("used") ?? {}]);
  for (let number = 0; number < 100; number += 1) {
    entries.set(`${number}`, { key: `${number}` });
    expect(seen.has(entries.get("used") ?? {})).toBe(true);
  }
});

test("after it was cleared nothing is found, not even what is held", () => {
  const entries = new HeldEntries<object>();
  const held = {};
  entries.set("held", held);
  entries.clear();
  expect(entries.get("held")).toBeUndefined();
  expect([...entries.all()]).toEqual([]);
});

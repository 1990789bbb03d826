import { describe, expect, it } from "vitest";
import { emptyIdSet, idSet } from "../sql/id-set.js";
import { type Selection, selectionOf, selectionWithout } from "./selection.js";
import { SelectionMemory } from "./selection-memory.js";

const megabyte = 1024 * 1024;

/** A selection that takes about so many bytes: one bit for each id. */
function selectionOfBytes(bytes: number, revision = 1): Selection {
  const ids = Array.from({ length: bytes / 4 }, (_, place) => place * 32);
  return selectionOf({ revision, size: bytes * 8 }, idSet(ids));
}

describe("SelectionMemory", () => {
  it("keeps to its bytes and forgets what was not used for longest", () => {
    const memory = new SelectionMemory(megabyte, () => Infinity);
    for (let number = 0; number < 5; number += 1) {
      memory.set(`s${number}`, selectionOfBytes(megabyte / 4));
      memory.get("s0");
    }
    const kept = ["s0", "s1", "s2", "s3", "s4"].filter((key) => memory.get(key) !== undefined);
    expect(kept).toEqual(["s0", "s3", "s4"]);
  });

  it("forgets everything when a large one is added and the machine has little memory left", () => {
    let available = 1024 * megabyte;
    const memory = new SelectionMemory(64 * megabyte, () => available);
    memory.set("first", selectionOfBytes(megabyte));
    memory.set("second", selectionOfBytes(megabyte));
    expect(memory.get("first")).toBeDefined();
    available = 100 * megabyte;
    memory.set("small", selectionWithout({ revision: 1, size: 5 }, emptyIdSet, 5));
    expect(memory.get("first")).toBeDefined();
    memory.set("third", selectionOfBytes(megabyte));
    expect(["first", "second", "small", "third"].filter((key) => memory.get(key) !== undefined)).toEqual(["third"]);
  });

  it("keeps the later of two selections", () => {
    const memory = new SelectionMemory();
    memory.set("a", selectionWithout({ revision: 5, size: 1 }, emptyIdSet, 1));
    memory.set("a", selectionWithout({ revision: 4, size: 2 }, emptyIdSet, 2));
    expect(memory.get("a")?.count).toBe(1);
  });

  it("forgets everything when a snapshot is older than what was known before it, and not if another list was faster", () => {
    const memory = new SelectionMemory();
    const { highest } = memory;
    memory.set("a", selectionWithout({ revision: 5, size: 1 }, emptyIdSet, 1));
    memory.forgetIfOlder(4, highest);
    expect(memory.get("a")).toBeDefined();
    memory.forgetIfOlder(4, memory.highest);
    expect(memory.get("a")).toBeUndefined();
    memory.set("a", selectionWithout({ revision: 4, size: 1 }, emptyIdSet, 1));
    expect(memory.get("a")).toBeDefined();
  });
});

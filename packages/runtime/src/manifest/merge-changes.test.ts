import { jsonEqual } from "@cmgen/model/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "../document/json-object.js";
import { mergeChanges } from "./merge-changes.js";

/** Small objects of few names and values, so that the sides often touch the same. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(1, 2, "x", null), fc.constantFrom([1], [1, 2]), tie("object")),
  object: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("value"), { maxKeys: 3 }),
}));
const objects = fc.dictionary(fc.constantFrom("a", "b", "c"), values, { maxKeys: 3 });

const same = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : jsonEqual(one, other);

describe("mergeChanges", () => {
  it.each<[string, object, object, object, object, object]>([
    ["what the manifest changes is changed", { a: 1 }, { a: 2 }, { a: 1 }, { a: 1 }, { a: 2 }],
    ["what somebody has changed stays", { a: 1 }, { a: 2 }, { a: 1 }, { a: 3 }, { a: 3 }],
    ["what somebody has removed stays away", { a: 1, b: 1 }, { a: 1, b: 2 }, { a: 1, b: 1 }, { b: 1 }, { b: 2 }],
    ["what somebody has added stays", { a: 1 }, { a: 2 }, { a: 1 }, { a: 1, b: 1 }, { a: 2, b: 1 }],
    ["what the manifest no longer has goes", { a: 1, b: 1 }, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1 }, { a: 1 }],
    [
      "and stays where somebody has changed it",
      { a: 1, b: 1 },
      { a: 1 },
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ],
    ["a default gives way to the manifest", {}, { a: 2 }, { a: 1 }, { a: 1 }, { a: 2 }],
    ["what a hook has made of a value is not somebody's", { a: " x" }, { a: "y" }, { a: "x" }, { a: "x" }, { a: "y" }],
    ["what a hook has added stays", { a: 1 }, { a: 2 }, { a: 1, h: 9 }, { a: 1, h: 9 }, { a: 2, h: 9 }],
    [
      "members of members are merged",
      { a: { b: 1 } },
      { a: { b: 2 } },
      { a: { b: 1 } },
      { a: { b: 1, c: 3 } },
      { a: { b: 2, c: 3 } },
    ],
    ["lists are taken as a whole", { a: [1] }, { a: [1, 2] }, { a: [1] }, { a: [1, 3] }, { a: [1, 3] }],
    [
      "without a record, what is there stays and what is missing comes",
      {},
      { a: 1, b: { c: 1 } },
      {},
      { a: 2, b: {} },
      { a: 2, b: { c: 1 } },
    ],
  ])("%s", (_, applied, manifest, stored, current, merged) => {
    expect(mergeChanges({ applied, manifest, stored, current })).toEqual(merged);
  });

  it("changes nothing if the manifest is the one that was last applied, whatever else has changed", () => {
    fc.assert(
      fc.property(objects, objects, objects, (manifest, stored, current) => {
        expect(mergeChanges({ applied: manifest, manifest, stored, current })).toEqual(current);
      }),
    );
  });

  it("makes the manifest of what nobody else has changed", () => {
    fc.assert(
      fc.property(objects, objects, (applied, manifest) => {
        const merged = mergeChanges({ applied, manifest, stored: applied, current: applied });
        expect(same(merged, manifest)).toBe(true);
      }),
    );
  });

  it("keeps each member that somebody else has changed", () => {
    fc.assert(
      fc.property(objects, objects, objects, (applied, manifest, current) => {
        const merged = mergeChanges({ applied, manifest, stored: applied, current }) as Record<string, unknown>;
        for (const name of ["a", "b", "c"]) {
          const [mine, theirs] = [manifest[name], current[name]];
          // Objects are merged member by member.
          if (isJsonObject(mine) && isJsonObject(theirs)) continue;
          if (!same(theirs, applied[name])) expect(same(merged[name], theirs), name).toBe(true);
        }
      }),
    );
  });

  it("comes to rest: applying the same manifest again changes nothing", () => {
    fc.assert(
      fc.property(objects, objects, objects, (applied, manifest, current) => {
        const merged = mergeChanges({ applied, manifest, stored: applied, current });
        expect(mergeChanges({ applied: manifest, manifest, stored: merged, current: merged })).toEqual(merged);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { applyMergePatch } from "./merge-patch.js";

/** RFC 7396, appendix A: target, patch, result. */
const rfcExamples: readonly [unknown, unknown, unknown][] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

describe("the examples of RFC 7396", () => {
  it.each(rfcExamples)("%j patched with %j is %j", (target, patch, result) => {
    const before = structuredClone([target, patch]);
    expect(applyMergePatch(target, patch)).toEqual(result);
    expect([target, patch]).toEqual(before);
  });

  it("patches the document of section 3", () => {
    const target = {
      title: "Goodbye!",
      author: { givenName: "John", familyName: "Doe" },
      tags: ["example", "sample"],
      content: "This will be unchanged",
    };
    const patch = { title: "Hello!", phoneNumber: "+01-123-456-7890", author: { familyName: null }, tags: ["example"] };
    expect(applyMergePatch(target, patch)).toEqual({
      title: "Hello!",
      author: { givenName: "John" },
      tags: ["example"],
      content: "This will be unchanged",
      phoneNumber: "+01-123-456-7890",
    });
  });
});

describe("names that are no plain data in careless hands", () => {
  it("takes __proto__ for a member", () => {
    const patched = applyMergePatch({}, JSON.parse('{ "__proto__": { "polluted": true } }')) as object;
    expect(Object.keys(patched)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  it("sees no member that only the prototype has", () => {
    expect(applyMergePatch({}, { toString: { a: 1 } })).toEqual({ toString: { a: 1 } });
  });
});

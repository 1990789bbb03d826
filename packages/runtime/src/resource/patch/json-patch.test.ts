import { describe, expect, it } from "vitest";
import { applyJsonPatch } from "./json-patch.js";
import { PatchError } from "./patch-error.js";

/** The examples of RFC 6902, appendix A, by section; without a result, an error is wanted. */
const rfcExamples: readonly { section: string; document: unknown; patch: unknown; result?: unknown }[] = [
  {
    section: "A.1 adding an object member",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/baz", value: "qux" }],
    result: { baz: "qux", foo: "bar" },
  },
  {
    section: "A.2 adding an array element",
    document: { foo: ["bar", "baz"] },
    patch: [{ op: "add", path: "/foo/1", value: "qux" }],
    result: { foo: ["bar", "qux", "baz"] },
  },
  {
    section: "A.3 removing an object member",
    document: { baz: "qux", foo: "bar" },
    patch: [{ op: "remove", path: "/baz" }],
    result: { foo: "bar" },
  },
  {
    section: "A.4 removing an array element",
    document: { foo: ["bar", "qux", "baz"] },
    patch: [{ op: "remove", path: "/foo/1" }],
    result: { foo: ["bar", "baz"] },
  },
  {
    section: "A.5 replacing a value",
    document: { baz: "qux", foo: "bar" },
    patch: [{ op: "replace", path: "/baz", value: "boo" }],
    result: { baz: "boo", foo: "bar" },
  },
  {
    section: "A.6 moving a value",
    document: { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    patch: [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
    result: { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  },
  {
    section: "A.7 moving an array element",
    document: { foo: ["all", "grass", "cows", "eat"] },
    patch: [{ op: "move", from: "/foo/1", path: "/foo/3" }],
    result: { foo: ["all", "cows", "eat", "grass"] },
  },
  {
    section: "A.8 testing a value: success",
    document: { baz: "qux", foo: ["a", 2, "c"] },
    patch: [
      { op: "test", path: "/baz", value: "qux" },
      { op: "test", path: "/foo/1", value: 2 },
    ],
    result: { baz: "qux", foo: ["a", 2, "c"] },
  },
  {
    section: "A.9 testing a value: error",
    document: { baz: "qux" },
    patch: [{ op: "test", path: "/baz", value: "bar" }],
  },
  {
    section: "A.10 adding a nested member object",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/child", value: { grandchild: {} } }],
    result: { foo: "bar", child: { grandchild: {} } },
  },
  {
    section: "A.11 ignoring unrecognized elements",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/baz", value: "qux", xyz: 123 }],
    result: { foo: "bar", baz: "qux" },
  },
  {
    section: "A.12 adding to a nonexistent target",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/baz/bat", value: "qux" }],
  },
  {
    section: "A.14 ~ escape ordering",
    document: { "/": 9, "~1": 10 },
    patch: [{ op: "test", path: "/~01", value: 10 }],
    result: { "/": 9, "~1": 10 },
  },
  {
    section: "A.15 comparing strings and numbers",
    document: { "/": 9, "~1": 10 },
    patch: [{ op: "test", path: "/~01", value: "10" }],
  },
  {
    section: "A.16 adding an array value",
    document: { foo: ["bar"] },
    patch: [{ op: "add", path: "/foo/-", value: ["abc", "def"] }],
    result: { foo: ["bar", ["abc", "def"]] },
  },
];

function attempt(document: unknown, patch: unknown): unknown {
  try {
    return applyJsonPatch(document, patch);
  } catch (error) {
    if (error instanceof PatchError) return "refused";
    throw error;
  }
}

describe("the examples of RFC 6902", () => {
  it.each(rfcExamples)("$section", ({ document, patch, result }) => {
    const before = structuredClone(document);
    expect(attempt(document, patch)).toEqual(result ?? "refused");
    expect(document).toEqual(before);
  });
});

describe("what RFC 6902 says besides", () => {
  const json = (text: string): unknown => JSON.parse(text);

  it.each<[string, ...[unknown, unknown, unknown]]>([
    ["replaces the whole document", { a: 1 }, [{ op: "replace", path: "", value: [2] }], [2]],
    ["adds over a member that is there", { a: 1 }, [{ op: "add", path: "/a", value: null }], { a: null }],
    [
      "tests objects whatever the order of their members",
      { a: { x: 1, y: [2] } },
      [{ op: "test", path: "/a", value: { y: [2], x: 1 } }],
      { a: { x: 1, y: [2] } },
    ],
    ["moves a value onto itself", { a: 1 }, [{ op: "move", from: "/a", path: "/a" }], { a: 1 }],
    [
      "copies, and does not share",
      { a: { x: 1 } },
      [
        { op: "copy", from: "/a", path: "/b" },
        { op: "replace", path: "/b/x", value: 2 },
      ],
      { a: { x: 1 }, b: { x: 2 } },
    ],
    ["reaches the empty member", { "": 1 }, [{ op: "replace", path: "/", value: 2 }], { "": 2 }],
    ["removes the root, leaving null", { a: 1 }, [{ op: "remove", path: "" }], null],
  ])("%s", (_, document, patch, result) => {
    expect(applyJsonPatch(document, patch)).toEqual(result);
  });

  it.each<[string, unknown, unknown, string]>([
    ["a patch that is no list", {}, { op: "add" }, ""],
    ["an operation that is no object", {}, [7], "/0"],
    ["an unknown operation", {}, [{ op: "spam", path: "/a" }], "/0/op"],
    ["an operation of the prototype", {}, [{ op: "toString", path: "/a" }], "/0/op"],
    ["a missing path", {}, [{ op: "remove" }], "/0/path"],
    ["a path that is no pointer", { a: 1 }, [{ op: "replace", path: "a", value: 1 }], "/0/path"],
    ["a ~ that escapes nothing", {}, [{ op: "add", path: "/~2", value: 1 }], "/0/path"],
    ["a missing value", { a: null }, [{ op: "test", path: "/a" }], "/0/value"],
    ["a missing from", { a: 1 }, [{ op: "copy", path: "/b" }], "/0/from"],
    ["a from that leads nowhere", { a: 1 }, [{ op: "move", from: "/b", path: "/c" }], "/0/from"],
    ["removing what is not there", { a: 1 }, [{ op: "remove", path: "/b" }], "/0/path"],
    ["replacing what is not there", { a: 1 }, [{ op: "replace", path: "/b", value: 1 }], "/0/path"],
    ["an index with a leading zero", { a: [1, 2] }, [{ op: "replace", path: "/a/01", value: 1 }], "/0/path"],
    ["an index in another notation", { a: [1, 2] }, [{ op: "replace", path: "/a/1e0", value: 1 }], "/0/path"],
    ["an index past the end", { a: [1, 2] }, [{ op: "add", path: "/a/3", value: 1 }], "/0/path"],
    ["the place behind the end where a value is wanted", { a: [1] }, [{ op: "remove", path: "/a/-" }], "/0/path"],
    ["a member of a list", { a: [1] }, [{ op: "replace", path: "/a/length", value: 0 }], "/0/path"],
    ["a member of a string", { a: "text" }, [{ op: "add", path: "/a/b", value: 0 }], "/0/path"],
    ["moving a value into itself", { a: { b: 1 } }, [{ op: "move", from: "/a", path: "/a/c" }], "/0/path"],
    [
      "the second operation",
      {},
      [
        { op: "add", path: "/a", value: 1 },
        { op: "remove", path: "/b" },
      ],
      "/1/path",
    ],
  ])("refuses %s", (_, document, patch, path) => {
    expect(() => applyJsonPatch(document, patch)).toThrow(expect.objectContaining({ name: "PatchError", path }));
  });

  it("takes __proto__ for a plain name and never gets at a prototype", () => {
    const patched = applyJsonPatch({}, json('[{ "op": "add", "path": "/__proto__", "value": { "polluted": true } }]'));
    expect(Object.keys(patched as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    for (const path of ["/__proto__/polluted", "/constructor/prototype/polluted", "/toString/length"]) {
      expect(() => applyJsonPatch({}, [{ op: "add", path, value: true }])).toThrow(PatchError);
    }
    expect("polluted" in {}).toBe(false);
  });

  it("bounds what a small patch can make", () => {
    const doubling = Array.from({ length: 40 }, (_, at) => ({ op: "copy", from: "", path: `/x${at}` }));
    expect(() => applyJsonPatch({ a: 1 }, doubling)).toThrow(/copies more than/);
    const many = Array.from({ length: 1001 }, () => ({ op: "test", path: "", value: {} }));
    expect(() => applyJsonPatch({}, many)).toThrow(/at most 1000/);
  });

  it("bounds the nesting of what it makes", () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
    const into = "/0".repeat(60);
    expect(() => applyJsonPatch(nest(61), [{ op: "add", path: into, value: nest(60) }])).toThrow(/levels deep/);
  });
});

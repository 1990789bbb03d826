import type { CaseFamily } from "../harness/agreement-case.js";

/** Properties, index signatures and what an object may leave out. */
export const objects: CaseFamily = {
  "required and optional properties": {
    type: "{ a: string; b?: number }",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{}, { b: 1 }, { a: "x", b: null }, { a: "x", c: 1 }, null, [], "x"],
  },
  "a property that may be undefined may be absent": {
    type: "{ a: string | undefined; b: string }",
    accepts: [
      { a: undefined, b: "x" },
      { a: "x", b: "x" },
    ],
    refuses: [{ a: null, b: "x" }, { a: "x" }],
  },
  "optional and nullable are two things": {
    type: "{ a?: string | null; b: string | null }",
    accepts: [{ b: null }, { a: null, b: "x" }, { a: "x", b: "x" }],
    refuses: [{}, { a: "x" }, { a: 1, b: null }],
  },
  "a property that must be absent": {
    type: "{ a: string; b?: never }",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [
      { a: "x", b: 1 },
      { a: "x", b: null },
    ],
  },
  "a property that is only undefined": {
    type: "{ a: string; b?: undefined }",
    accepts: [{ a: "x" }, { a: "x", b: undefined }],
    refuses: [{ a: "x", b: null }, { b: undefined }],
  },
  "nested objects": {
    type: "{ a: { b: { c: string; d?: number } }; e?: { f: boolean } }",
    accepts: [{ a: { b: { c: "x" } } }, { a: { b: { c: "x", d: 1 } }, e: { f: true } }],
    refuses: [{ a: { b: {} } }, { a: {} }, { a: { b: { c: "x", z: 1 } } }, { a: { b: { c: "x" } }, e: {} }],
  },
  "quoted, numeric and computed names": {
    declare: `const key = "computed"; const other = 7;`,
    type: `{ "with-dash": string; 1: number; [key]: boolean; [other]?: null; "": string }`,
    accepts: [
      { "with-dash": "x", "1": 1, computed: true, "": "" },
      { "with-dash": "x", "1": 1, computed: true, "7": null, "": "" },
    ],
    refuses: [{ "with-dash": "x", "1": "1", computed: true, "": "" }, { "with-dash": "x" }, {}],
  },
  "names that every object inherits": {
    type: "{ constructor: string; toString: string; __proto__?: string }",
    accepts: [
      { constructor: "a", toString: "b" },
      { constructor: "a", toString: "b", ["__proto__"]: "c" },
    ],
    refuses: [{}, { constructor: "a" }, { constructor: 1, toString: "b" }],
  },
  "readonly says nothing about values": {
    type: "{ readonly a: readonly string[]; readonly b?: Readonly<{ c: string }> }",
    accepts: [{ a: [] }, { a: ["x"], b: { c: "x" } }],
    refuses: [{}, { a: [1] }, { a: [], b: {} }],
  },
  "an index signature": {
    type: "{ [key: string]: number }",
    accepts: [{}, { a: 1, "b-c": 2 }, { "1": 1 }, { ["__proto__"]: 1 }],
    refuses: [{ a: "x" }, { a: null }, null, 1],
  },
  "an index signature beside properties": {
    type: "{ [key: string]: string | number; id: string; size?: number }",
    accepts: [{ id: "x" }, { id: "x", size: 1, other: "y" }],
    refuses: [{}, { id: 1 }, { id: "x", size: "1" }, { id: "x", other: true }],
  },
  "an index signature with optional values": {
    type: "{ [key: string]: number | undefined }",
    accepts: [{}, { a: 1 }, { a: undefined }],
    refuses: [{ a: null }, { a: "x" }],
  },
  "a numeric index signature": {
    type: "{ [key: number]: string }",
    accepts: [{}, { "1": "a", "20": "b" }],
    refuses: [{ a: "a" }, { "1": 1 }, null],
    stricter: [[], ["a"]],
  },
  "a template as index signature": {
    type: "{ [key: `x-${string}`]: number }",
    accepts: [{}, { "x-b": 1 }],
    refuses: [{ "x-b": "1" }, { y: 1 }, null],
  },
  "a template as index signature beside a property": {
    type: "{ [key: `x-${string}`]: number; id: string }",
    accepts: [{ id: "a" }, { id: "a", "x-b": 1 }],
    refuses: [{}, { id: "a", "x-b": "1" }, { id: "a", y: 1 }, { id: 1 }, { "x-b": 1 }],
  },
  "a template as index signature beside properties that match": {
    type: '{ [key: `x-${string}`]: number | string; "x-id": string; size?: number; __proto__?: string }',
    accepts: [{ "x-id": "a" }, { "x-id": "a", "x-b": 1, size: 1 }],
    refuses: [{}, { "x-id": 1 }, { "x-id": "a", "x-b": true }, { "x-id": "a", size: "1" }],
  },
  "numbers as index signature beside a property": {
    type: "{ [key: number]: boolean; id?: string }",
    accepts: [{}, { 1: true }, { id: "a", 2: false }],
    refuses: [{ 1: 1 }, { a: true }, { id: true }],
  },
  "a record of records": {
    type: "Record<string, Record<string, string[]>>",
    accepts: [{}, { a: {} }, { a: { b: ["x"] } }],
    refuses: [{ a: { b: "x" } }, { a: 1 }, { a: { b: [1] } }],
  },
  "a record by a union of names": {
    type: `Record<"a" | "b", { n: number }>`,
    accepts: [{ a: { n: 1 }, b: { n: 2 } }],
    refuses: [{ a: { n: 1 } }, { a: { n: 1 }, b: {} }, { a: { n: 1 }, b: { n: 1 }, c: { n: 1 } }],
  },
  "a record of numbers": {
    type: "Record<1 | 2, string>",
    accepts: [{ "1": "a", "2": "b" }],
    refuses: [{ "1": "a" }, { "1": 1, "2": "b" }],
  },
  "two index signatures": {
    type: "{ [key: string]: string | number; [key: number]: string }",
    unsupported: "CM3014",
  },
  "a partial record": {
    type: `Partial<Record<"a" | "b", number>>`,
    accepts: [{}, { a: 1 }, { a: 1, b: 2 }],
    refuses: [{ c: 1 }, { a: null }, { a: "1" }],
  },
  "an object type without properties": {
    declare: "interface Empty {}",
    type: "Record<string, never>",
    accepts: [{}],
    refuses: [{ a: 1 }, { a: null }, null],
  },
  "parentheses and line breaks": {
    type: `(
    | ({ a: (string) })
    | (null)
  )`,
    accepts: [{ a: "x" }, null],
    refuses: [{ a: null }, "x"],
  },
};

import type { CaseFamily } from "../harness/agreement-case.js";

/** Unions of objects, told apart by a property or not. */
export const unions: CaseFamily = {
  "told apart by a string": {
    declare: `interface Circle { kind: "circle"; radius: number } interface Square { kind: "square"; side: number }`,
    type: "Circle | Square",
    accepts: [
      { kind: "circle", radius: 1 },
      { kind: "square", side: 1 },
    ],
    refuses: [{ kind: "circle", side: 1 }, { kind: "oval" }, { radius: 1 }, {}, { kind: "circle" }, null],
  },
  "told apart by a boolean": {
    type: "{ ok: true; value: string } | { ok: false; error: string }",
    accepts: [
      { ok: true, value: "x" },
      { ok: false, error: "x" },
    ],
    refuses: [{ ok: true, error: "x" }, { ok: "true", value: "x" }, { value: "x" }],
  },
  "told apart by a number and by null": {
    type: "{ v: 1; a: string } | { v: 2; b: string } | { v: null; c: string }",
    accepts: [
      { v: 1, a: "x" },
      { v: 2, b: "x" },
      { v: null, c: "x" },
    ],
    refuses: [{ v: "1", a: "x" }, { v: 1, b: "x" }, { v: null }, { v: 3, a: "x" }],
  },
  "told apart by an enum": {
    declare: "enum Shape { Circle = 1, Square }",
    type: "{ shape: Shape.Circle; r: number } | { shape: Shape.Square; s: number }",
    accepts: [
      { shape: 1, r: 1 },
      { shape: 2, s: 1 },
    ],
    refuses: [{ shape: 1, s: 1 }, { shape: 3 }, { shape: "Circle", r: 1 }],
  },
  "told apart by two properties": {
    type: `{ a: "x"; b: "x"; n: number } | { a: "x"; b: "y"; s: string } | { a: "y"; t: boolean }`,
    accepts: [
      { a: "x", b: "x", n: 1 },
      { a: "x", b: "y", s: "x" },
      { a: "y", t: true },
    ],
    refuses: [
      { a: "x", b: "x", s: "x" },
      { a: "y", b: "x", t: true },
      { a: "x", n: 1 },
    ],
  },
  "a discriminant with several values": {
    type: `{ t: "a" | "b"; n: number } | { t: "c"; s: string }`,
    accepts: [
      { t: "a", n: 1 },
      { t: "b", n: 1 },
      { t: "c", s: "x" },
    ],
    refuses: [
      { t: "a", s: "x" },
      { t: "c", n: 1 },
      { t: "d", n: 1 },
    ],
  },
  "a discriminant that one member leaves out": {
    type: `{ t?: "plain"; text: string } | { t: "rich"; html: string }`,
    accepts: [{ text: "x" }, { t: "plain", text: "x" }, { t: "rich", html: "x" }],
    refuses: [{ t: "rich", text: "x" }, { t: "plain", html: "x" }, {}],
    stricter: [{ text: "x", html: "x" }],
  },
  "a nested union": {
    declare: `type A = { t: "a"; sub: { k: "1"; x: string } | { k: "2"; y: string } } | { t: "b" };`,
    type: "A",
    accepts: [{ t: "b" }, { t: "a", sub: { k: "1", x: "x" } }, { t: "a", sub: { k: "2", y: "x" } }],
    refuses: [{ t: "a" }, { t: "a", sub: { k: "1", y: "x" } }, { t: "b", sub: { k: "1", x: "x" } }],
  },
  "nothing tells the members apart": {
    type: "{ a: string } | { b: number }",
    accepts: [{ a: "x" }, { b: 1 }],
    refuses: [{}, { a: 1 }, { c: 1 }],
    stricter: [{ a: "x", b: 1 }],
  },
  "one or the other, never both": {
    type: "{ a: string; b?: never } | { a?: never; b: number }",
    accepts: [{ a: "x" }, { b: 1 }],
    refuses: [{ a: "x", b: 1 }, {}, { a: 1 }],
  },
  "members that include each other": {
    type: "{ a: string } | { a: string; b: number }",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{ a: 1 }, { a: "x", b: "x" }, { b: 1 }],
  },
  "objects, lists and scalars": {
    type: "string | number[] | { a: string } | null",
    accepts: ["x", [1], [], { a: "x" }, null],
    refuses: [1, ["x"], { a: 1 }, {}, true],
  },
  "a list of a discriminated union": {
    type: `({ t: "a"; x: string } | { t: "b"; y: number })[]`,
    accepts: [
      [],
      [
        { t: "a", x: "x" },
        { t: "b", y: 1 },
      ],
    ],
    refuses: [[{ t: "a", y: 1 }], [{ t: "c" }], [{}]],
  },
  "a record or a fixed object": {
    type: `{ t: "fixed"; n: number } | Record<string, number>`,
    accepts: [{ t: "fixed", n: 1 }, { a: 1 }, {}],
    refuses: [{ t: "other", n: 1 }, { a: "x" }, { t: "fixed" }],
    stricter: [{ t: "fixed", n: 1, other: 1 }],
  },
  "a union in a property": {
    type: `{ at: { year: number } | { text: string } | "now" }`,
    accepts: [{ at: "now" }, { at: { year: 1 } }, { at: { text: "x" } }],
    refuses: [{ at: "then" }, { at: {} }, {}],
    stricter: [{ at: { year: 1, text: "x" } }],
  },
  "a union behind an alias with arguments": {
    declare: `type Result<T, E = string> = { ok: true; value: T } | { ok: false; error: E };`,
    type: "Result<number>",
    accepts: [
      { ok: true, value: 1 },
      { ok: false, error: "x" },
    ],
    refuses: [{ ok: true, value: "x" }, { ok: false, value: 1 }, { ok: true }],
  },
  "exact optional by never": {
    type: `{ a?: undefined; b: string } | { a: number; b?: undefined }`,
    accepts: [{ b: "x" }, { a: 1 }],
    refuses: [{}, { a: 1, b: "x" }],
  },
  "optional discriminant": {
    type: `{ type?: "a"; x: number } | { type: "b"; y: number }`,
    accepts: [{ x: 1 }, { type: "a", x: 1 }, { type: "b", y: 1 }],
    refuses: [{ type: "b", x: 1 }, { y: 1 }, { type: "c", x: 1 }],
    stricter: [{ x: 1, y: 1 }],
  },
  "boolean discriminant": {
    type: `{ ok: true; value: string } | { ok: false; error: string }`,
    accepts: [
      { ok: true, value: "x" },
      { ok: false, error: "x" },
    ],
    refuses: [{ ok: true, error: "x" }, { value: "x" }],
  },
  "null discriminant": {
    type: `{ err: null; value: string } | { err: string }`,
    accepts: [{ err: null, value: "x" }, { err: "x" }],
    refuses: [{ err: null }, { value: "x" }],
  },
  "two discriminants": {
    type: `{ a: 1; b: 1; x: string } | { a: 1; b: 2; y: string } | { a: 2; z: string }`,
    accepts: [
      { a: 1, b: 1, x: "" },
      { a: 1, b: 2, y: "" },
      { a: 2, z: "" },
    ],
    refuses: [
      { a: 1, b: 2, x: "" },
      { a: 2, b: 1, x: "" },
    ],
  },
  "mutually exclusive": {
    declare: `type Without<T, U> = { [P in Exclude<keyof T, keyof U>]?: never }; type XOR<T, U> = (T & Without<U, T>) | (U & Without<T, U>); interface A { a: string } interface B { b: number }`,
    type: "XOR<A, B>",
    accepts: [{ a: "x" }, { b: 1 }],
    refuses: [{ a: "x", b: 1 }, {}, { a: 1 }],
  },
};

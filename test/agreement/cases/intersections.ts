import type { CaseFamily } from "../harness/agreement-case.js";

/** Intersections of objects, unions, scalars and index signatures. */
export const intersections: CaseFamily = {
  "two objects": {
    type: "{ a: string } & { b?: number }",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{ b: 1 }, { a: "x", b: "1" }, { a: "x", c: 1 }],
  },
  "a property in both": {
    type: `{ a: string; b?: string } & { a: "x" | "y"; b: string }`,
    accepts: [
      { a: "x", b: "z" },
      { a: "y", b: "" },
    ],
    refuses: [{ a: "z", b: "x" }, { a: "x" }],
  },
  "nested properties in both": {
    type: "{ a: { b: string } } & { a: { c: number } }",
    accepts: [{ a: { b: "x", c: 1 } }, { a: { b: "", c: 0 } }],
    refuses: [{ a: { b: "x" } }, { a: { c: 1 } }, { a: { b: "x", c: 1, d: 1 } }],
  },
  "an object and a union": {
    type: `{ id: string } & ({ t: "a"; n: number } | { t: "b"; s: string })`,
    accepts: [
      { id: "x", t: "a", n: 1 },
      { id: "x", t: "b", s: "x" },
    ],
    refuses: [{ t: "a", n: 1 }, { id: "x", t: "a", s: "x" }, { id: "x" }],
  },
  "objects with lists of themselves": {
    declare: `
      interface A { title?: string; all?: A[] } interface B { note?: string; all?: B[] }
      interface Both { title?: string; note?: string; all?: Both[] }`,
    type: "A & B",
    // Of a list in two forms, the compiler wants literals to have no property that only one of them knows.
    judgedBy: "Both",
    accepts: [{}, { title: "x", note: "y" }, { all: [{ title: "a", note: "b", all: [] }] }],
    refuses: [{ title: 1 }, { all: [{ note: 1 }] }, { all: [1] }, { all: {} }, { other: 1 }],
  },
  "lists of different objects": {
    type: "{ a: string }[] & readonly { b: number }[]",
    judgedBy: "{ a: string; b: number }[]",
    accepts: [[], [{ a: "x", b: 1 }]],
    refuses: [[{ a: "x" }], [{ b: 1 }], {}],
  },
  "a tuple and a list": {
    type: "[string, string] & string[]",
    accepts: [["a", "b"]],
    refuses: [["a"], ["a", "b", "c"], [1, 2], "a"],
  },
  "two unions": {
    type: `({ a: "1" } | { a: "2" }) & ({ b: "1" } | { b: "2" })`,
    accepts: [
      { a: "1", b: "1" },
      { a: "2", b: "1" },
      { a: "2", b: "2" },
    ],
    refuses: [{ a: "1" }, { a: "3", b: "1" }, {}],
  },
  "unions of literals": {
    type: `("a" | "b" | "c") & ("b" | "c" | "d")`,
    accepts: ["b", "c"],
    refuses: ["a", "d", 1],
  },
  "a member that no value fits falls out": {
    type: `({ t: "a"; x: string } | { t: "b"; y: number }) & { t: "b" }`,
    accepts: [
      { t: "b", y: 1 },
      { t: "b", y: 0 },
    ],
    refuses: [{ t: "a", x: "x" }, { t: "b" }],
  },
  "an index signature and properties": {
    type: `Record<string, string> & { id: string }`,
    accepts: [{ id: "x" }, { id: "x", other: "y" }],
    refuses: [{}, { id: 1 }, { id: "x", other: 1 }],
  },
  "an interface and a mapped type": {
    declare: `interface A { a: string } type Opt<T> = { [K in keyof T]?: T[K] };`,
    type: "A & Opt<{ b: number; c: boolean }>",
    accepts: [{ a: "x" }, { a: "x", b: 1, c: true }],
    refuses: [{ b: 1 }, { a: "x", b: true }],
  },
  "Omit and an override": {
    declare: `interface A { id: number; name: string }`,
    type: `Omit<A, "id"> & { id: string }`,
    accepts: [
      { id: "x", name: "y" },
      { id: "", name: "" },
    ],
    refuses: [{ id: 1, name: "y" }, { id: "x" }],
  },
  "an intersection of generics": {
    declare: `type Named<T> = T & { name: string }; type Dated<T> = T & { at: number };`,
    type: "Named<Dated<{ a: boolean }>>",
    accepts: [
      { a: true, at: 1, name: "x" },
      { a: false, at: 0, name: "" },
    ],
    refuses: [
      { a: true, at: 1 },
      { at: 1, name: "x" },
    ],
  },
  "an intersection in a list": {
    type: "({ a: string } & { b: string })[]",
    accepts: [[], [{ a: "x", b: "y" }]],
    refuses: [[{ a: "x" }], [{ a: "x", b: "y", c: "z" }]],
  },
  "with unknown": {
    type: "unknown & { a: string }",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [{}, { a: 1 }, null],
  },
  "with object": {
    type: "object & { a: string }",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [{}, { a: 1 }, "x"],
  },
  "string and a template": {
    type: "string & `a${string}`",
    accepts: ["a", "ab"],
    refuses: ["b", "", 1],
  },
  "a nullable in both": {
    type: "(string | null) & (number | null)",
    accepts: [null],
    refuses: ["x", 1],
  },
  "distributed over three": {
    type: `({ a: 1 } | { b: 1 }) & { c: 1 } & ({ d?: 1 } | { e: 1 })`,
    accepts: [
      { a: 1, c: 1 },
      { b: 1, c: 1, d: 1 },
      { a: 1, c: 1, e: 1 },
    ],
    refuses: [{ c: 1 }, { a: 1 }, { a: 2, c: 1 }],
    stricter: [{ a: 1, b: 1, c: 1 }],
  },
  "flattened by a mapped type": {
    declare: `type Flat<T> = { [K in keyof T]: T[K] } & {};`,
    type: "Flat<{ a: string } & { b?: number }>",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{ b: 1 }, { a: "x", b: "1" }, { a: "x", c: 1 }],
  },
};

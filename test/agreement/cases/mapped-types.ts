import type { CaseFamily } from "../harness/agreement-case.js";

/** Mapped types: modifiers, `as` clauses, over arrays and tuples. */
export const mappedTypes: CaseFamily = {
  "over literals": {
    type: `{ [K in "a" | "b"]: K }`,
    accepts: [{ a: "a", b: "b" }],
    refuses: [{ a: "b", b: "a" }, { a: "a" }, {}],
  },
  "adds a question mark": {
    type: `{ [K in "a" | "b"]?: string }`,
    accepts: [{}, { a: "x" }, { a: "x", b: "y" }],
    refuses: [{ c: "x" }, { a: 1 }],
  },
  "takes a question mark away": {
    declare: `type Must<T> = { [K in keyof T]-?: T[K] };`,
    type: "Must<{ a?: string; b?: number | null }>",
    accepts: [
      { a: "x", b: 1 },
      { a: "x", b: null },
    ],
    refuses: [{}, { a: "x" }, { a: null, b: 1 }],
  },
  "keeps modifiers": {
    declare: `type Boxed<T> = { [K in keyof T]: { value: T[K] } };`,
    type: "Boxed<{ a?: string; readonly b: number }>",
    accepts: [{ b: { value: 1 } }, { a: { value: "x" }, b: { value: 1 } }],
    refuses: [{}, { a: { value: 1 }, b: { value: 1 } }, { a: "x", b: { value: 1 } }],
  },
  renames: {
    declare: "type Getters<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: T[K] };",
    type: "Getters<{ name: string; size?: number }>",
    accepts: [{ getName: "x" }, { getName: "x", getSize: 1 }],
    refuses: [{ name: "x" }, {}, { getName: 1 }],
  },
  "filters by name": {
    declare: `type Public<T> = { [K in keyof T as K extends \`_\${string}\` ? never : K]: T[K] };`,
    type: "Public<{ a: string; _b: number; c?: boolean }>",
    accepts: [{ a: "x" }, { a: "x", c: true }],
    refuses: [{ a: "x", _b: 1 }, {}],
  },
  "filters by value": {
    declare: `type Texts<T> = { [K in keyof T as T[K] extends string ? K : never]: T[K] };`,
    type: `Texts<{ a: string; b: number; c: "x" }>`,
    accepts: [{ a: "y", c: "x" }],
    refuses: [{ a: "y", b: 1, c: "x" }, { a: "y" }, { a: "y", c: "y" }],
  },
  "renames several to one": {
    type: `{ [K in "a" | "b" as "same"]: K }`,
    accepts: [{ same: "a" }, { same: "b" }],
    refuses: [{ a: "a" }, {}, { same: "c" }],
  },
  "renames one to several": {
    type: '{ [K in "a" | "b" as `${K}1` | `${K}2`]: K }',
    accepts: [{ a1: "a", a2: "a", b1: "b", b2: "b" }],
    refuses: [
      { a1: "a", b1: "b" },
      { a1: "b", a2: "a", b1: "b", b2: "b" },
    ],
  },
  "over a union of objects": {
    declare: `type ByType<U extends { t: string }> = { [E in U as E["t"]]: Omit<E, "t"> };`,
    type: `ByType<{ t: "a"; x: string } | { t: "b"; y: number }>`,
    accepts: [
      { a: { x: "x" }, b: { y: 1 } },
      { a: { x: "" }, b: { y: 0 } },
    ],
    refuses: [{ a: { x: "x" } }, { a: { y: 1 }, b: { y: 1 } }, { a: { t: "a", x: "x" }, b: { y: 1 } }],
  },
  "over an index signature": {
    declare: `type Nums<T> = { [K in keyof T]: number };`,
    type: "Nums<{ [key: string]: string; id: string }>",
    accepts: [{ id: 1 }, { id: 1, other: 2 }],
    refuses: [{}, { id: "x" }, { id: 1, other: "x" }],
  },
  "an index signature is filtered out": {
    declare: `type Known<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };`,
    type: "Known<{ [key: string]: unknown; id: string; size?: number }>",
    accepts: [{ id: "x" }, { id: "x", size: 1 }],
    refuses: [{ id: "x", other: 1 }, {}],
  },
  "over an array": {
    declare: `type Boxed<T> = { [K in keyof T]: { value: T[K] } };`,
    type: "Boxed<string[]>",
    accepts: [[], [{ value: "x" }]],
    refuses: [["x"], [{}], {}],
  },
  "over a tuple": {
    declare: `type Boxed<T> = { [K in keyof T]: { value: T[K] } };`,
    type: "Boxed<[string, number?]>",
    accepts: [[{ value: "x" }], [{ value: "x" }, { value: 1 }]],
    refuses: [[], [{ value: 1 }], [{ value: "x" }, 1]],
  },
  "over a tuple with a rest": {
    declare: `type Texts<T> = { [K in keyof T]: \`\${T[K] & (string | number)}\` };`,
    type: `Texts<[1, "a", ...("b" | "c")[]]>`,
    accepts: [
      ["1", "a"],
      ["1", "a", "b", "c"],
    ],
    refuses: [
      [1, "a"],
      ["1", "b"],
      ["1", "a", "d"],
    ],
  },
  "over a readonly tuple, made writable": {
    declare: `type Mutable<T> = { -readonly [K in keyof T]: T[K] };`,
    type: `Mutable<readonly ["a", 1]>`,
    accepts: [["a", 1]],
    refuses: [["a"], ["b", 1], { "0": "a", "1": 1 }],
  },
  "over scalars": {
    declare: `type Boxed<T> = { [K in keyof T]: { value: T[K] } };`,
    type: "Boxed<string> | Boxed<{ a: 1 }>",
    accepts: ["x", { a: { value: 1 } }],
    refuses: [1, { a: 1 }, {}],
  },
  "over a distributed union": {
    declare: `type Opt<T> = { [K in keyof T]?: T[K] };`,
    type: `Opt<{ t: "a"; x: string } | { t: "b"; y: number }>`,
    accepts: [{}, { t: "a", x: "x" }, { t: "b", y: 1 }, { x: "x" }],
    refuses: [{ t: "a", y: 1 }, { t: "c" }, { x: 1 }],
  },
  "over an enum": {
    declare: `enum Level { Low = "low", High = "high" }`,
    type: "{ [L in Level]: number }",
    accepts: [{ low: 1, high: 2 }],
    refuses: [{ Low: 1, High: 2 }, { low: 1 }, { low: "1", high: 2 }],
  },
  "over a template": {
    type: "{ [K in `x-${string}`]: number }",
    accepts: [{}, { "x-a": 1 }],
    refuses: [{ a: 1 }, { "x-a": "1" }],
  },
  "over a numeric enum": {
    declare: `enum Level { Low = 1, High = 2 }`,
    type: "Record<Level, string>",
    accepts: [{ "1": "x", "2": "y" }],
    refuses: [{ "1": "x" }, { Low: "x", High: "y" }],
  },
  "values depend on the key": {
    declare: `interface Types { text: string; count: number } type Fields<T extends Record<string, keyof Types>> = { [K in keyof T]: Types[T[K]] };`,
    type: `Fields<{ name: "text"; age: "count" }>`,
    accepts: [
      { name: "x", age: 1 },
      { name: "", age: 0 },
    ],
    refuses: [{ name: 1, age: 1 }, { name: "x" }],
  },
  nested: {
    declare: `type Grid<R extends string, C extends string> = { [K in R]: { [L in C]: \`\${K}\${L}\` } };`,
    type: `Grid<"a" | "b", "1" | "2">`,
    accepts: [{ a: { "1": "a1", "2": "a2" }, b: { "1": "b1", "2": "b2" } }],
    refuses: [{ a: { "1": "a1", "2": "a2" } }, { a: { "1": "a2", "2": "a2" }, b: { "1": "b1", "2": "b2" } }],
  },
  recursive: {
    declare: `type Flags<T> = { [K in keyof T]: NonNullable<T[K]> extends object ? Flags<NonNullable<T[K]>> : boolean };`,
    type: "Flags<{ a: string; b: { c: number; d?: { e: string } } }>",
    accepts: [
      { a: true, b: { c: false } },
      { a: true, b: { c: true, d: { e: true } } },
    ],
    refuses: [
      { a: "x", b: { c: true } },
      { a: true, b: { c: true, d: {} } },
      { a: true, b: true },
    ],
  },
};

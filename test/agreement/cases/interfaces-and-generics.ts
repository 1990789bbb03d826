import type { CaseFamily } from "../harness/agreement-case.js";

/** What interfaces extend, declarations that merge, and type parameters. */
export const interfacesAndGenerics: CaseFamily = {
  "extends two": {
    declare: `interface A { a: string } interface B { b: number } interface C extends A, B { c?: boolean }`,
    type: "C",
    accepts: [
      { a: "x", b: 1 },
      { a: "x", b: 1, c: true },
    ],
    refuses: [{ a: "x" }, { b: 1, c: true }, { a: "x", b: 1, d: 1 }],
  },
  "extends and narrows": {
    declare: `interface A { a: string; b?: number | string } interface B extends A { a: "x" | "y"; b: number }`,
    type: "B",
    accepts: [
      { a: "x", b: 1 },
      { a: "y", b: 0 },
    ],
    refuses: [{ a: "z", b: 1 }, { a: "x" }, { a: "x", b: "1" }],
  },
  "extends Partial": {
    declare: `interface A { a: string; b: number } interface B extends Partial<A> { c: string }`,
    type: "B",
    accepts: [{ c: "x" }, { a: "x", c: "x" }],
    refuses: [{}, { c: "x", b: "1" }],
  },
  "extends Omit": {
    declare: `interface A { a: string; b: number } interface B extends Omit<A, "b"> { b: string }`,
    type: "B",
    accepts: [
      { a: "x", b: "y" },
      { a: "", b: "" },
    ],
    refuses: [{ a: "x", b: 1 }, { b: "y" }],
  },
  "extends Record": {
    declare: `interface Labels extends Record<string, string> { app: string }`,
    type: "Labels",
    accepts: [{ app: "x" }, { app: "x", tier: "y" }],
    refuses: [{}, { app: 1 }, { app: "x", tier: 1 }],
  },
  "extends an alias of an intersection": {
    declare: `type AB = { a: string } & { b: number }; interface C extends AB { c: boolean }`,
    type: "C",
    accepts: [
      { a: "x", b: 1, c: true },
      { a: "", b: 0, c: false },
    ],
    refuses: [{ c: true }, { a: "x", b: 1 }, { a: 1, b: 1, c: true }],
  },
  "extends the type of a constant": {
    declare: `const defaults = { level: 1, name: "x" }; type Defaults = typeof defaults; interface S extends Defaults { own: string }`,
    type: "S",
    accepts: [
      { level: 2, name: "y", own: "z" },
      { level: 0, name: "", own: "" },
    ],
    refuses: [{ own: "z" }, { level: "2", name: "y", own: "z" }],
  },
  "extends a conditional type": {
    declare: `type Pick1<T> = T extends string ? { text: T } : { value: T }; interface S extends Pick1<"a"> { own: number }`,
    type: "S",
    accepts: [
      { text: "a", own: 1 },
      { text: "a", own: 0 },
    ],
    refuses: [{ text: "b", own: 1 }, { value: "a", own: 1 }, { own: 1 }],
  },
  "extends a generic interface": {
    declare: `interface Page<T, Meta = { total: number }> { items: T[]; meta: Meta } interface Names extends Page<string> {}`,
    type: "Names",
    accepts: [
      { items: [], meta: { total: 0 } },
      { items: ["a"], meta: { total: 1 } },
    ],
    refuses: [{ items: [1], meta: { total: 1 } }, { items: [] }, { items: [], meta: {} }],
  },
  "extends a class's shape by an interface": {
    declare: `interface Base<T> { value: T } interface Mid<U> extends Base<U[]> { mid: U } interface Top extends Mid<"a" | "b"> {}`,
    type: "Top",
    accepts: [
      { value: ["a"], mid: "b" },
      { value: [], mid: "a" },
    ],
    refuses: [{ value: "a", mid: "a" }, { value: ["c"], mid: "a" }, { value: [] }],
  },
  "an interface declared twice": {
    declare: `interface A { a: string } interface A { b?: number }`,
    type: "A",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{}, { b: 1 }, { a: "x", b: "1" }],
  },
  "a generic interface declared twice": {
    declare: `interface A<T> { a: T } interface A<T> { b: T[] }`,
    type: "A<string>",
    accepts: [
      { a: "x", b: [] },
      { a: "x", b: ["y"] },
    ],
    refuses: [{ a: "x" }, { a: "x", b: [1] }],
  },
  "an interface and a constant of one name": {
    declare: `interface Size { value: "s" | "l" } const Size = { small: "s", large: "l" } as const;`,
    type: "Size",
    accepts: [{ value: "s" }, { value: "l" }],
    refuses: [{ small: "s", large: "l" }, { value: "m" }],
  },
  "a default that uses another parameter": {
    declare: `interface Pair<A, B = A[]> { a: A; b: B }`,
    type: "Pair<string>",
    accepts: [
      { a: "x", b: ["y"] },
      { a: "", b: [] },
    ],
    refuses: [
      { a: "x", b: "y" },
      { a: "x", b: [1] },
    ],
  },
  "a default that is conditional": {
    declare: `interface Field<T, V = T extends "int" ? number : string> { type: T; value: V }`,
    type: `Field<"int"> | Field<"text">`,
    accepts: [
      { type: "int", value: 1 },
      { type: "text", value: "x" },
    ],
    refuses: [
      { type: "int", value: "x" },
      { type: "text", value: 1 },
    ],
  },
  "a constraint is no value": {
    declare: `type Wrap<T extends object = {}> = { data: T };`,
    type: "Wrap<{ a: string }>",
    accepts: [{ data: { a: "x" } }, { data: { a: "" } }],
    refuses: [{ data: {} }, { data: { a: 1 } }, {}],
  },
  "an argument that is a function": {
    declare: `type Result<F extends (...args: never[]) => unknown> = { result: ReturnType<F> };`,
    type: "Result<() => { a: string }>",
    accepts: [{ result: { a: "x" } }, { result: { a: "" } }],
    refuses: [{ result: {} }, { result: "x" }],
  },
  "an argument that is unused": {
    declare: `interface Phantom<T> { a: string }`,
    type: "Phantom<() => void>",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [{}, { a: 1 }],
  },
  "nested generics": {
    declare: `interface Box<T> { value: T } type Twice<T> = Box<Box<T>>;`,
    type: "Twice<Twice<string>>",
    accepts: [{ value: { value: { value: { value: "x" } } } }],
    refuses: [{ value: "x" }, { value: { value: { value: { value: 1 } } } }, { value: { value: "x" } }],
  },
  "one generic with two arguments": {
    declare: `interface Box<T> { value: T }`,
    type: "{ a: Box<string>; b: Box<number>; c?: Box<string> }",
    accepts: [
      { a: { value: "x" }, b: { value: 1 } },
      { a: { value: "x" }, b: { value: 1 }, c: { value: "y" } },
    ],
    refuses: [
      { a: { value: 1 }, b: { value: 1 } },
      { a: { value: "x" }, b: { value: "x" } },
    ],
  },
  "a type parameter with the name of a type": {
    declare: `interface Item { wrong: true } interface Box<Item> { value: Item }`,
    type: "Box<string>",
    accepts: [{ value: "x" }, { value: "" }],
    refuses: [{ value: { wrong: true } }, {}],
  },
  "an instantiation expression": {
    declare: `declare function make<T>(value: T): { made: T };`,
    type: "ReturnType<typeof make<string>>",
    accepts: [{ made: "x" }, { made: "" }],
    refuses: [{ made: 1 }, {}],
  },
  "a const type parameter": {
    declare: `declare function list<const T extends readonly string[]>(...items: T): T; const roles = list("admin", "guest");`,
    type: "(typeof roles)[number]",
    accepts: ["admin", "guest"],
    refuses: ["other", 1],
  },
  NoInfer: {
    type: "NoInfer<{ a: string }>",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [{}, { a: 1 }],
  },
  "a generic of a generic's keys": {
    declare: `type Column<T, K extends keyof T = keyof T> = { [P in K]: { name: P; value: T[P] } }[K];`,
    type: "Column<{ id: string; size: number }>",
    accepts: [
      { name: "id", value: "x" },
      { name: "size", value: 1 },
    ],
    refuses: [
      { name: "id", value: 1 },
      { name: "other", value: 1 },
      { name: "size", value: "x" },
    ],
  },
};

import type { CaseFamily } from "../harness/agreement-case.js";

/** Types as plugin authors compute them, and as they copy them from elsewhere. */
export const idioms: CaseFamily = {
  "dotted paths": {
    declare: `interface Conf { db: { host: string; port: number }; name: string } type Paths<T> = { [K in keyof T & string]: T[K] extends object ? K | \`\${K}.\${Paths<T[K]>}\` : K }[keyof T & string];`,
    type: "Paths<Conf>",
    accepts: ["db", "db.host", "db.port", "name"],
    refuses: ["host", "db.", "db.x", ""],
  },
  "value at a path": {
    declare: `interface Conf { db: { host: string; port: number }; name: string } type At<T, P extends string> = P extends \`\${infer A}.\${infer B}\` ? A extends keyof T ? At<T[A], B> : never : P extends keyof T ? T[P] : never;`,
    type: `{ p: At<Conf, "db.port">; h: At<Conf, "db"> }`,
    accepts: [{ p: 1, h: { host: "x", port: 1 } }],
    refuses: [
      { p: "1", h: { host: "x", port: 1 } },
      { p: 1, h: "x" },
    ],
  },
  "range of numbers": {
    declare: `type Enumerate<N extends number, A extends number[] = []> = A["length"] extends N ? A[number] : Enumerate<N, [...A, A["length"]]>; type IntRange<F extends number, T extends number> = Exclude<Enumerate<T>, Enumerate<F>>;`,
    type: "IntRange<3, 8>",
    accepts: [3, 7],
    refuses: [2, 8, "3"],
  },
  "split text": {
    declare: `type Split<S extends string, D extends string> = S extends \`\${infer A}\${D}\${infer B}\` ? [A, ...Split<B, D>] : [S];`,
    type: `Split<"a.b.c", ".">`,
    accepts: [["a", "b", "c"]],
    refuses: [["a", "b"], ["a.b.c"], ["a", "b", "c", "d"]],
  },
  "joined text": {
    declare: `type Join<T extends string[], D extends string> = T extends [infer A extends string, ...infer R extends string[]] ? R extends [] ? A : \`\${A}\${D}\${Join<R, D>}\` : "";`,
    type: `Join<["a", "b", string], "/">`,
    accepts: ["a/b/", "a/b/x/y"],
    refuses: ["a/b", "a", ""],
  },
  "union to intersection": {
    declare: `type U2I<U> = (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void ? I : never;`,
    type: "U2I<{ a: string } | { b: number }>",
    accepts: [{ a: "x", b: 1 }],
    refuses: [{ a: "x" }, { b: 1 }],
  },
  "required at least one": {
    declare: `type AtLeastOne<T> = { [K in keyof T]-?: Required<Pick<T, K>> & Partial<Pick<T, Exclude<keyof T, K>>> }[keyof T]; interface S { a?: string; b?: number; c?: boolean }`,
    type: "AtLeastOne<S>",
    accepts: [{ a: "x" }, { b: 1, c: true }, { a: "x", b: 1, c: false }],
    refuses: [{}, { a: 1 }, { a: "x", b: "y" }],
  },
  "deep partial with lists": {
    declare: `type DeepPartial<T> = T extends readonly (infer E)[] ? DeepPartial<E>[] : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T; interface S { a: { b: string; c: { d: number }[] }; e: string[] }`,
    type: "DeepPartial<S>",
    accepts: [{}, { a: {} }, { a: { c: [{}] } }, { e: ["x"] }],
    refuses: [{ a: { c: [{ d: "x" }] } }, { e: [1] }, { a: 1 }],
  },
  "deep readonly": {
    declare: `type DR<T> = { readonly [K in keyof T]: T[K] extends object ? DR<T[K]> : T[K] }; interface S { a: { b: string[] }; t: [number, string] }`,
    type: "DR<S>",
    accepts: [{ a: { b: ["x"] }, t: [1, "x"] }],
    refuses: [
      { a: { b: [1] }, t: [1, "x"] },
      { a: { b: [] }, t: [1] },
    ],
  },
  "mapped over a union of objects": {
    declare: `type Opt<T> = { [K in keyof T]?: T[K] };`,
    type: `Opt<{ a: string } | { b: number } | null>`,
    accepts: [{}, { a: "x" }, { b: 1 }, null],
    refuses: [{ a: 1 }, "x", { c: 1 }],
    stricter: [{ a: "x", b: 1 }],
  },
  "mapped over a primitive": {
    declare: `type Same<T> = { [K in keyof T]: T[K] };`,
    type: `{ s: Same<string>; n: Same<number | null> }`,
    accepts: [
      { s: "x", n: 1 },
      { s: "", n: null },
    ],
    refuses: [
      { s: 1, n: 1 },
      { s: "x", n: "1" },
    ],
  },
  "strange property names": {
    type: `{ "a-b": string; "": number; "1": boolean; "ü": string; constructor: string; toString: number; "a\\nb"?: string }`,
    accepts: [{ "a-b": "x", "": 1, 1: true, ü: "y", constructor: "c", toString: 1 }],
    refuses: [
      { "a-b": "x", "": 1, 1: true, ü: "y", toString: 1 },
      { "a-b": "x", "": "1", 1: true, ü: "y", constructor: "c", toString: 1 },
      { "a-b": "x", "": 1, 1: true, ü: "y", constructor: "c" },
    ],
  },
  "number-like keys": {
    type: `{ 1.0: string; 0x10: string; 1e3: string }`,
    accepts: [{ 1: "a", 16: "b", 1000: "c" }],
    refuses: [
      { "1.0": "a", "0x10": "b", "1e3": "c" },
      { 1: "a", 16: "b" },
    ],
  },
  "numbers that are hard to write": {
    type: `1e21 | -1 | 0.1 | 1e-7 | 9007199254740991`,
    accepts: [1e21, -1, 0.1, 1e-7, 9007199254740991],
    refuses: [1, 0, 1e20],
  },
  "accessors in an interface": {
    declare: `interface S { get name(): string; set name(value: string); get size(): number }`,
    type: "S",
    accepts: [{ name: "x", size: 1 }],
    refuses: [{ name: "x" }, { name: 1, size: 1 }],
  },
  "template index signatures": {
    declare: "interface H { [k: `x-${string}`]: number; [k: `data-${string}`]: string; name: string }",
    type: "H",
    unsupported: "CM3014",
  },
  "an index signature beside overlapping template": {
    declare: "interface H { [k: string]: string | number; [k: `n-${string}`]: number; name: string }",
    type: "H",
    unsupported: "CM3014",
  },
  "number index": {
    declare: "interface H { [k: number]: string }",
    type: "H",
    accepts: [{}, { 1: "x" }],
    refuses: [{ a: "x" }, { 1: 2 }],
    stricter: [["x"], []],
  },
  "intersection of contradicting unions": {
    type: `({ t: "a"; x: 1 } | { t: "b"; y: 2 }) & ({ t: "b"; z: 3 } | { t: "c" })`,
    accepts: [{ t: "b", y: 2, z: 3 }],
    refuses: [{ t: "a", x: 1 }, { t: "c" }, { t: "b", y: 2 }],
  },
  "loose suggestions": {
    type: `"red" | "blue" | (string & {})`,
    accepts: ["red", "x", ""],
    refuses: [1, null],
  },
  "loose suggestions of numbers": {
    type: `1 | 2 | (number & {}) | (string & Record<never, never>)`,
    accepts: [1, 7, "x"],
    refuses: [true, null, {}],
  },
  "infer a number": {
    declare: "type N<S> = S extends `${infer X extends number}` ? X : never;",
    type: `N<"42" | "1.5">`,
    accepts: [42, 1.5],
    refuses: ["42", 43],
  },
  "infer a boolean and null": {
    declare: "type N<S> = S extends `${infer X extends boolean | null}` ? X : never;",
    type: `N<"true" | "null">`,
    accepts: [true, null],
    refuses: [false, "true"],
  },
  "accessor names by template": {
    declare:
      "type Getters<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: T[K] }; interface S { name: string; age?: number }",
    type: "Getters<S>",
    accepts: [{ getName: "x" }, { getName: "x", getAge: 1 }],
    refuses: [{ name: "x" }, { getName: 1 }, {}],
  },
  "keys by value's type": {
    declare:
      "type PickBy<T, V> = { [K in keyof T as T[K] extends V ? K : never]: T[K] }; interface S { a: string; b: number; c: 'x'; d?: string }",
    type: "PickBy<S, string>",
    accepts: [{ a: "x", c: "x" }],
    refuses: [{ a: "x" }, { a: "x", c: "x", b: 1 }, { a: "x", c: "x", d: "y" }],
  },
  "distributive omit": {
    declare: `type DO<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never; type E = { t: "a"; id: string; x: number } | { t: "b"; id: string; y: string };`,
    type: `DO<E, "id">`,
    accepts: [
      { t: "a", x: 1 },
      { t: "b", y: "z" },
    ],
    refuses: [
      { t: "a", y: "z" },
      { t: "a", x: 1, id: "i" },
    ],
  },
  "plain omit over a union": {
    declare: `type E = { t: "a"; id: string; x: number } | { t: "b"; id: string; y: string };`,
    type: `Omit<E, "id">`,
    accepts: [{ t: "a" }, { t: "b" }],
    refuses: [{ t: "a", x: 1 }, { t: "c" }, {}],
  },
  "two declarations of an interface": {
    declare: `interface S { a: string } interface S { b?: number } interface T extends S { c: boolean }`,
    type: "T",
    accepts: [
      { a: "x", c: true },
      { a: "x", b: 1, c: true },
    ],
    refuses: [{ c: true }, { a: "x", b: "1", c: true }],
  },
  "typeof a nested constant": {
    declare: `const conf = { levels: ["low", "high"], limits: { low: 1, high: 2 }, on: true } as const;`,
    type: `{ level: (typeof conf)["levels"][number]; limit: (typeof conf.limits)[keyof typeof conf.limits]; on: typeof conf.on }`,
    accepts: [{ level: "low", limit: 2, on: true }],
    refuses: [
      { level: "mid", limit: 2, on: true },
      { level: "low", limit: 3, on: true },
      { level: "low", limit: 1, on: false },
    ],
  },
  "typeof with satisfies": {
    declare: `const routes = { home: "/", user: "/u" } satisfies Record<string, string>;`,
    type: `{ at: keyof typeof routes; to: typeof routes }`,
    accepts: [{ at: "home", to: { home: "x", user: "y" } }],
    refuses: [
      { at: "x", to: { home: "x", user: "y" } },
      { at: "home", to: { home: "x" } },
    ],
  },
  "awaited return type": {
    declare: `async function load() { return { rows: [1, 2], next: "" as string, at: null as null | number }; }`,
    type: `Awaited<ReturnType<typeof load>>`,
    accepts: [
      { rows: [1], next: "x", at: 1 },
      { rows: [], next: "", at: null },
    ],
    refuses: [{ rows: ["1"], at: null }, { rows: [] }],
  },
  parameters: {
    declare: `function f(name: string, options: { deep?: boolean } = {}, ...rest: number[]) {}`,
    type: `Parameters<typeof f>`,
    accepts: [["x"], ["x", {}], ["x", { deep: true }, 1, 2]],
    refuses: [[], ["x", 1], ["x", {}, "y"]],
  },
  "currying generics": {
    declare: `interface Box<T = string, U extends readonly unknown[] = T[]> { one: T; many: U }`,
    type: "{ a: Box; b: Box<number>; c: Box<1, [2, 3]> }",
    accepts: [{ a: { one: "x", many: ["y"] }, b: { one: 1, many: [2] }, c: { one: 1, many: [2, 3] } }],
    refuses: [
      { a: { one: 1, many: ["y"] }, b: { one: 1, many: [2] }, c: { one: 1, many: [2, 3] } },
      { a: { one: "x", many: ["y"] }, b: { one: 1, many: ["2"] }, c: { one: 1, many: [2, 3] } },
      { a: { one: "x", many: ["y"] }, b: { one: 1, many: [2] }, c: { one: 1, many: [2] } },
    ],
  },
  estree: {
    declare: `import type { Identifier } from "estree";`,
    type: `Pick<Identifier, "type" | "name">`,
    accepts: [{ type: "Identifier", name: "x" }],
    refuses: [{ type: "x", name: "x" }, { type: "Identifier" }],
  },
  "symbol keys beside": {
    declare: `declare const tag: unique symbol; interface S { name: string; [tag]?: "s" }`,
    type: "S",
    noJson: "CM3002",
  },
  "NoInfer and intrinsic": {
    type: `{ a: NoInfer<"x" | "y">; b: Uncapitalize<"ABC">; c: Uppercase<"a" | "b"> }`,
    accepts: [{ a: "x", b: "aBC", c: "A" }],
    refuses: [
      { a: "z", b: "aBC", c: "A" },
      { a: "x", b: "ABC", c: "A" },
    ],
  },
  "a readonly list of a union of tuples": {
    type: `ReadonlyArray<readonly ["eq", string] | readonly ["in", readonly string[]]>`,
    accepts: [
      [],
      [
        ["eq", "x"],
        ["in", ["y"]],
      ],
    ],
    refuses: [[["eq", ["x"]]], [["in", "y"]], [[]]],
  },
  "object spread type": {
    declare: `const a = { x: 1, y: "s" }; const b = { y: 2, z: true as boolean | undefined }; const c = { ...a, ...b };`,
    type: "typeof c",
    accepts: [
      { x: 1, y: 2, z: true },
      { x: 1, y: 2, z: false },
    ],
    refuses: [
      { x: 1, y: "s", z: true },
      { y: 2, z: true },
    ],
  },
  "Object.entries' result": {
    declare: `const e = Object.entries({ a: 1, b: 2 });`,
    type: "typeof e",
    accepts: [[], [["a", 1]]],
    refuses: [[["a", "1"]], [["a"]]],
  },
  "a generic function's result": {
    declare: `const make = <const T extends readonly string[]>(...names: T) => ({ names, first: names[0] as T[number] }); const made = make("a", "b");`,
    type: "typeof made",
    accepts: [{ names: ["a", "b"], first: "b" }],
    refuses: [
      { names: ["a"], first: "a" },
      { names: ["a", "b"], first: "c" },
    ],
  },
  "instantiation expression": {
    declare: `function box<T>(value: T) { return { value }; }`,
    type: "ReturnType<typeof box<number>>",
    accepts: [{ value: 1 }],
    refuses: [{ value: "1" }, {}],
  },
  "a mapped type with a conditional on optional": {
    declare: `type OptionalKeys<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? K : never }[keyof T]; interface S { a: string; b?: number; c: string | undefined }`,
    type: "OptionalKeys<S>",
    accepts: ["b"],
    refuses: ["a", "c"],
  },
  "set and unset modifiers": {
    declare: `type Flip<T> = { [K in keyof T as undefined extends T[K] ? never : K]?: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]-?: NonNullable<T[K]> }; interface S { a: string; b?: number | null }`,
    type: "Flip<S>",
    accepts: [{ b: 1 }, { a: "x", b: 1 }],
    refuses: [{}, { b: null }, { a: "x" }],
  },
  "widened let": {
    declare: `let level = "low"; const n = 1; let m: typeof n | 2 = 2;`,
    type: "{ level: typeof level; n: typeof n; m: typeof m }",
    accepts: [{ level: "any", n: 1, m: 2 }],
    refuses: [
      { level: 1, n: 1, m: 2 },
      { level: "x", n: 2, m: 2 },
      { level: "x", n: 1, m: 3 },
    ],
  },
  "indexed by a union with an optional": {
    declare: `interface S { a?: string; b: number; c: null }`,
    type: `{ v: S["a" | "b"]; w?: S["c"] }`,
    accepts: [{ v: "x" }, { v: 1, w: null }],
    refuses: [{ v: null }, { v: 1, w: 1 }],
  },
  "a conditional with any": {
    declare: `type Is<T> = 0 extends 1 & T ? "any" : "typed"; type Or<T> = T extends string ? 1 : 2; type R = { a: Is<any>; b: Is<unknown>; c: Or<any> };`,
    type: "R",
    accepts: [
      { a: "any", b: "typed", c: 1 },
      { a: "any", b: "typed", c: 2 },
    ],
    refuses: [
      { a: "typed", b: "typed", c: 1 },
      { a: "any", b: "any", c: 1 },
      { a: "any", b: "typed", c: 3 },
    ],
  },
  "assertion of a type with methods": {
    declare: `interface S { name: string; run(): void }`,
    type: "Omit<S, 'run'>",
    accepts: [{ name: "x" }],
    refuses: [{}, { name: 1 }],
  },
  "data of a class": {
    declare: `class C { name = "x"; private p = 1; size?: number; go() {} } type Data<T> = { [K in keyof T as T[K] extends (...a: never[]) => unknown ? never : K]: T[K] };`,
    type: "Data<C>",
    accepts: [{ name: "x" }, { name: "x", size: 1 }],
    refuses: [{}, { name: "x", p: 1 }],
  },
  serialized: {
    declare: `interface Row { at: Date; tags: Set<string>; n: bigint; name: string; sub: { at: Date }[] } type Ser<T> = T extends Date ? string : T extends bigint ? string : T extends Set<infer E> ? Ser<E>[] : T extends (infer E)[] ? Ser<E>[] : T extends object ? { [K in keyof T]: Ser<T[K]> } : T;`,
    type: "Ser<Row>",
    accepts: [{ at: "x", tags: ["y"], n: "1", name: "z", sub: [{ at: "w" }] }],
    refuses: [
      { at: 1, tags: ["y"], n: "1", name: "z", sub: [] },
      { at: "x", tags: [1], n: "1", name: "z", sub: [] },
      { at: "x", tags: [], n: "1", name: "z", sub: [{}] },
    ],
  },
  "object with a string index and optional known": {
    type: `{ [k: string]: string | undefined; a?: string }`,
    accepts: [{}, { a: "x" }, { b: "y" }],
    refuses: [{ a: 1 }, { b: null }],
  },
  "nested unions with null and arrays": {
    type: `(string | null)[] | { [k: string]: (number | string[])[] } | null`,
    accepts: [null, ["x", null], { a: [1, ["x"]] }, {}],
    refuses: [[1], { a: ["x"] }, { a: [[1]] }],
  },
  "an optional void": {
    declare: `interface S { id: string; deleted?: void } interface Gone { id: string; deleted: true }`,
    type: "S | Gone",
    accepts: [{ id: "x" }, { id: "x", deleted: true }],
    refuses: [{ id: "x", deleted: false }, { deleted: true }, { id: "x", deleted: null }],
  },
};

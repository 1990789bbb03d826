import type { CaseFamily } from "../harness/agreement-case.js";

const base = `interface Base { id: string; size?: number; tags: string[] }`;
const whole = { id: "x", size: 1, tags: ["a"] };

/** The utility types of lib.es5.d.ts over objects, unions, arrays, tuples and index signatures. */
export const utilityTypes: CaseFamily = {
  "Partial of an object": {
    declare: base,
    type: "Partial<Base>",
    accepts: [{}, { id: "x" }, whole],
    refuses: [{ id: 1 }, { tags: [1] }, { other: 1 }, null],
  },
  "Partial of a union": {
    type: `Partial<{ t: "a"; x: string } | { t: "b"; y: number }>`,
    accepts: [{}, { t: "a" }, { t: "a", x: "x" }, { t: "b", y: 1 }],
    refuses: [{ t: "c" }, { t: "a", x: 1 }, { t: "a", y: 1 }, null],
  },
  "Partial of an array": {
    type: "Partial<string[]>",
    accepts: [[], ["a"]],
    refuses: [[1], {}, "x"],
  },
  "Partial of a tuple": {
    type: "Partial<[string, number]>",
    accepts: [[], ["a"], ["a", 1]],
    refuses: [[1], ["a", "b"], ["a", 1, 2]],
  },
  "Partial of an index signature": {
    type: "Partial<Record<string, number>>",
    accepts: [{}, { a: 1 }],
    refuses: [{ a: "x" }, null],
  },
  "Required of an object": {
    declare: base,
    type: "Required<Base>",
    accepts: [whole],
    refuses: [{ id: "x", tags: [] }, {}, { ...whole, size: "1" }],
  },
  "Required keeps null": {
    type: "Required<{ a?: string | null }>",
    accepts: [{ a: null }, { a: "x" }],
    refuses: [{}, { a: 1 }],
  },
  "Required of a tuple": {
    type: "Required<[string, number?]>",
    accepts: [["a", 1]],
    refuses: [["a"], [], ["a", 1, 2]],
  },
  "Readonly of an object": {
    declare: base,
    type: "Readonly<Base>",
    accepts: [whole, { id: "x", tags: [] }],
    refuses: [{ id: "x" }, { ...whole, x: 1 }],
  },
  "Pick of an object": {
    declare: base,
    type: `Pick<Base, "id" | "size">`,
    accepts: [{ id: "x" }, { id: "x", size: 1 }],
    refuses: [whole, {}, { size: 1 }],
  },
  "Omit of an object": {
    declare: base,
    type: `Omit<Base, "tags">`,
    accepts: [{ id: "x" }, { id: "x", size: 1 }],
    refuses: [whole, {}, { size: 1 }],
  },
  "Omit of a union takes what all have": {
    type: `Omit<{ t: "a"; x: string; z: 1 } | { t: "b"; y: number; z: 2 }, "z">`,
    accepts: [{ t: "a" }, { t: "b" }],
    refuses: [{ t: "a", x: "x" }, { t: "c" }, {}],
  },
  "Record of literals": {
    type: `Record<"a" | "b", number>`,
    accepts: [{ a: 1, b: 2 }],
    refuses: [{ a: 1 }, { a: 1, b: "2" }, { a: 1, b: 2, c: 3 }],
  },
  "Record of strings": {
    type: "Record<string, number | null>",
    accepts: [{}, { a: 1 }, { a: null }, { ["__proto__"]: 1 }, { "1": 1 }],
    refuses: [{ a: "x" }, { ["__proto__"]: "x" }, null, "x"],
  },
  "Record of templates": {
    type: "Record<`x-${string}`, string>",
    accepts: [{}, { "x-a": "1" }, { "x-": "1" }],
    refuses: [{ a: "1" }, { "x-a": 1 }],
  },
  "Exclude of literals": {
    type: `Exclude<"a" | "b" | "c", "a">`,
    accepts: ["b", "c"],
    refuses: ["a", "", 1],
  },
  "Extract of a union's members": {
    type: `Extract<{ t: "a"; x: string } | { t: "b"; y: number }, { t: "b" }>`,
    accepts: [{ t: "b", y: 1 }],
    refuses: [{ t: "a", x: "x" }, { t: "b" }, { t: "b", x: "x" }],
  },
  NonNullable: {
    type: "NonNullable<string | number | null | undefined>",
    accepts: ["x", 1],
    refuses: [null, true],
  },
  Parameters: {
    declare: "declare function save(name: string, size?: number): void;",
    type: "Parameters<typeof save>",
    accepts: [["x"], ["x", 1]],
    refuses: [[], ["x", "y"], ["x", 1, 2]],
  },
  "ReturnType of an inferred function": {
    declare: `const make = (name: string) => ({ name, list: [1], kind: "x" as const });`,
    type: "ReturnType<typeof make>",
    accepts: [{ name: "a", list: [], kind: "x" }],
    refuses: [
      { name: "a", list: [], kind: "y" },
      { name: "a", kind: "x" },
    ],
  },
  "Uppercase of literals": {
    type: `Uppercase<"a" | "b">`,
    accepts: ["A", "B"],
    refuses: ["a", "AB"],
  },
  "Required of a union": {
    type: `Required<{ t: "a"; x?: string } | { t: "b"; y?: number }>`,
    accepts: [
      { t: "a", x: "x" },
      { t: "b", y: 1 },
    ],
    refuses: [{ t: "a" }, { t: "b", x: "x" }],
  },
  "Required of an index signature": {
    type: "Required<{ [key: string]: number | undefined; id?: number }>",
    accepts: [{ id: 1 }, { id: 1, other: 2 }],
    refuses: [{}, { id: "x" }],
  },
  "Required keeps what is declared as undefined": {
    type: "Required<{ a?: string | undefined; b?: number }>",
    accepts: [
      { a: "x", b: 1 },
      { a: undefined, b: 1 },
    ],
    refuses: [{ a: "x" }, { a: null, b: 1 }],
  },
  "Readonly of an array and a tuple": {
    type: "{ list: Readonly<string[]>; pair: Readonly<[string, number?]> }",
    accepts: [
      { list: [], pair: ["a"] },
      { list: ["a"], pair: ["a", 1] },
    ],
    refuses: [
      { list: [1], pair: ["a"] },
      { list: [], pair: [] },
    ],
  },
  "Readonly of a union": {
    type: "Readonly<{ a: string } | string[] | null>",
    accepts: [{ a: "x" }, ["a"], null],
    refuses: [{}, [1], "x"],
  },
  "Pick of an index signature": {
    type: "Pick<{ [key: string]: number; id: number }, string>",
    accepts: [{}, { a: 1 }],
    refuses: [{ a: "x" }, null],
  },
  "Pick of a union takes what all have": {
    type: `Pick<{ t: "a"; x: string } | { t: "b"; x: number }, "t" | "x">`,
    accepts: [
      { t: "a", x: "x" },
      { t: "b", x: 1 },
      { t: "a", x: 1 },
    ],
    refuses: [{ t: "c", x: 1 }, { t: "a" }],
  },
  "Pick with a template": {
    type: 'Pick<{ "x-a": string; "x-b"?: number; c: boolean }, `x-${"a" | "b"}`>',
    accepts: [{ "x-a": "x" }, { "x-a": "x", "x-b": 1 }],
    refuses: [{ "x-a": "x", c: true }, {}],
  },
  "Omit of a name that is not there": {
    declare: base,
    type: `Omit<Base, "other" | "size">`,
    accepts: [
      { id: "x", tags: [] },
      { id: "", tags: ["a"] },
    ],
    refuses: [whole, { id: "x" }],
  },
  "Omit keeps question marks": {
    declare: base,
    type: `Omit<Partial<Base>, "id">`,
    accepts: [{}, { size: 1 }, { tags: [] }],
    refuses: [{ id: "x" }, { tags: [1] }],
  },
  "Omit of numeric names": {
    type: "Omit<{ 1: string; 2: number; a: boolean }, 1>",
    accepts: [{ "2": 1, a: true }],
    refuses: [{ "1": "x", "2": 1, a: true }, { a: true }],
  },
  "Record of an enum": {
    declare: `enum Level { Low = "low", High = "high" }`,
    type: "Partial<Record<Level, number>>",
    accepts: [{}, { low: 1 }, { low: 1, high: 2 }],
    refuses: [{ Low: 1 }, { low: "x" }],
  },
  "Record of literals and a template": {
    type: 'Record<`x-${string}`, string> & Record<"id", number>',
    accepts: [{ id: 1 }, { id: 1, "x-a": "b" }],
    refuses: [{}, { id: "1" }, { id: 1, "x-a": 1 }, { id: 1, a: "b" }],
  },
  "Record of numbers": {
    type: "Record<number, string>",
    accepts: [{}, { "1": "a" }],
    refuses: [{ a: "x" }, { "1": 1 }],
    stricter: [["a"]],
  },
  "Exclude of objects": {
    type: `Exclude<{ t: "a"; x: string } | { t: "b"; y: number } | null, { t: "a" } | null>`,
    accepts: [
      { t: "b", y: 1 },
      { t: "b", y: 0 },
    ],
    refuses: [null, { t: "a", x: "x" }],
  },
  "Exclude of kinds": {
    type: "Exclude<string | number | boolean | null | string[], number | null>",
    accepts: ["x", true, ["x"]],
    refuses: [1, null, [1]],
  },
  "Exclude by a template": {
    type: 'Exclude<"_a" | "_b" | "c", `_${string}`>',
    accepts: ["c"],
    refuses: ["_a", "_b"],
  },
  "Exclude of keys in Pick": {
    declare: base,
    type: `Pick<Base, Exclude<keyof Base, "tags">>`,
    accepts: [{ id: "x" }, { id: "x", size: 1 }],
    refuses: [whole, {}],
  },
  "Extract of kinds": {
    type: "Extract<string | number | { a: string } | string[], object>",
    accepts: [{ a: "x" }, ["x"], []],
    refuses: ["x", 1, [1], {}],
  },
  "NonNullable of a property": {
    type: `NonNullable<{ a?: { b: string } | null }["a"]>`,
    accepts: [{ b: "x" }, { b: "" }],
    refuses: [null, {}],
  },
  "Parameters with a rest": {
    declare: "declare function log(level: 1 | 2, ...texts: string[]): void;",
    type: "Parameters<typeof log>",
    accepts: [[1], [2, "a", "b"]],
    refuses: [[], [3], [1, 1]],
  },
  ConstructorParameters: {
    declare: "declare class Store { constructor(path: string, options?: { size: number }); }",
    type: "ConstructorParameters<typeof Store>",
    accepts: [["x"], ["x", { size: 1 }]],
    refuses: [[], ["x", {}], ["x", { size: 1 }, 1]],
  },
  "InstanceType of a class of data": {
    declare: "declare class Store { readonly path: string; size?: number }",
    type: `Pick<InstanceType<typeof Store>, "path" | "size">`,
    accepts: [{ path: "x" }, { path: "x", size: 1 }],
    refuses: [{}, { path: 1 }],
  },
  ThisParameterType: {
    declare: "declare function draw(this: { color: string }, size: number): void;",
    type: "ThisParameterType<typeof draw>",
    accepts: [{ color: "x" }, { color: "" }],
    refuses: [{}, { color: 1 }],
  },
  OmitThisParameter: {
    declare: "declare function draw(this: { color: string }, size: number): void;",
    type: "Parameters<OmitThisParameter<typeof draw>>",
    accepts: [[1], [0]],
    refuses: [[], ["x"]],
  },
  "Awaited of nested promises": {
    type: "Awaited<Promise<Promise<string> | number>>",
    accepts: ["x", 1],
    refuses: [null, {}],
  },
  "Capitalize of a template": {
    type: 'Capitalize<`on-${"a" | "b"}`>',
    accepts: ["On-a", "On-b"],
    refuses: ["on-a", "On-c"],
  },
  "Required of Partial": {
    declare: base,
    type: "Required<Partial<Base>>",
    accepts: [whole],
    refuses: [{}, { id: "x", tags: [] }],
  },
  "Partial of Record of literals": {
    type: `Partial<Record<"a" | "b", { n: number }>>`,
    accepts: [{}, { a: { n: 1 } }],
    refuses: [{ a: {} }, { c: { n: 1 } }],
  },
  "utility types of a type parameter": {
    declare: `type Patch<T, K extends keyof T> = Partial<Omit<T, K>> & Pick<T, K>;\n${base}`,
    type: `Patch<Base, "id">`,
    accepts: [{ id: "x" }, whole],
    refuses: [{}, { size: 1 }, { id: "x", tags: "y" }],
  },
};

import type { CaseFamily } from "../harness/agreement-case.js";

const person = `interface Person { name: string; age?: number; home: { city: string; zip?: string }; tags: { id: "a" | "b" }[] }`;

/** `keyof` and indexed access. */
export const keysAndAccess: CaseFamily = {
  "keyof an interface": {
    declare: person,
    type: "keyof Person",
    accepts: ["name", "age", "home", "tags"],
    refuses: ["city", "", 1],
  },
  "keyof a union takes what all have": {
    type: "keyof ({ a: 1; c: 1 } | { b: 1; c: 1 })",
    accepts: ["c"],
    refuses: ["a", "b"],
  },
  "keyof an intersection takes all": {
    type: "keyof ({ a: 1 } & { b: 1 })",
    accepts: ["a", "b"],
    refuses: ["c", 1],
  },
  "keyof a record of literals": { type: `keyof Record<"x" | "y", 1>`, accepts: ["x", "y"], refuses: ["z", 0] },
  "keyof typeof": {
    declare: `const colors = { red: "#f00", green: "#0f0" };`,
    type: "keyof typeof colors",
    accepts: ["red", "green"],
    refuses: ["#f00", "blue"],
  },
  "keyof a mapped type with renamed keys": {
    type: 'keyof { [K in "a" | "b" as `get_${K}`]: 1 }',
    accepts: ["get_a", "get_b"],
    refuses: ["a", "get_"],
  },
  "string keys only": {
    declare: `interface Codes { 200: string; ok: string }`,
    type: "Extract<keyof Codes, string>",
    accepts: ["ok"],
    refuses: ["200", 200],
  },
  "keys as text": {
    declare: `interface Codes { 200: string; ok: string }`,
    type: "`${keyof Codes}`",
    accepts: ["ok", "200"],
    refuses: [200, "404"],
  },
  "keys of one type of value": {
    declare: `${person} type KeysOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T];`,
    type: "KeysOf<Person, string>",
    accepts: ["name"],
    refuses: ["age", "home", ""],
  },
  "a property": { declare: person, type: `Person["name"]`, accepts: ["x", ""], refuses: [1, null] },
  "a deep property": { declare: person, type: `Person["home"]["city"]`, accepts: ["x", ""], refuses: [1, {}] },
  "two properties": {
    declare: person,
    type: `Person["name" | "home"]`,
    accepts: ["x", { city: "x" }],
    refuses: [1, {}, { city: 1 }],
  },
  "an element's property": { declare: person, type: `Person["tags"][0]["id"]`, accepts: ["a", "b"], refuses: ["c", 1] },
  "all values": {
    type: `{ a: "x"; b: 1; c: null }["a" | "b" | "c"]`,
    accepts: ["x", 1, null],
    refuses: ["a", 2, true],
  },
  "all values of a constant": {
    declare: `const levels = { low: 1, high: 2 } as const;`,
    type: "(typeof levels)[keyof typeof levels]",
    accepts: [1, 2],
    refuses: ["low", 3],
  },
  "values of an index signature": {
    declare: "interface Prices { [item: string]: { amount: number } }",
    type: "Prices[string]",
    accepts: [{ amount: 1 }, { amount: 0 }],
    refuses: [{}, { a: { amount: 1 } }],
  },
  "a property of every member of a union": {
    type: `({ t: "a"; v: string } | { t: "b"; v: number })["v"]`,
    accepts: ["x", 1],
    refuses: [null, true],
  },
  "a property through a type parameter": {
    declare: `${person} type Get<T, K extends keyof T> = T[K];`,
    type: `{ home: Get<Person, "home">; age?: NonNullable<Get<Person, "age">> }`,
    accepts: [{ home: { city: "x" } }, { home: { city: "x", zip: "1" }, age: 1 }],
    refuses: [{ home: {} }, { home: { city: "x" }, age: "1" }],
  },
  "a property by its path": {
    declare: `${person} type Path<T, P extends string> = P extends \`\${infer H}.\${infer R}\` ? (H extends keyof T ? Path<T[H], R> : never) : P extends keyof T ? T[P] : never;`,
    type: `Path<Person, "home.city">`,
    accepts: ["x", ""],
    refuses: [1, {}],
  },
  "an optional property's type": {
    type: `{ v: { a?: "x" }["a"]; w: string }`,
    accepts: [
      { v: "x", w: "y" },
      { v: undefined, w: "y" },
    ],
    refuses: [
      { v: "y", w: "y" },
      { v: null, w: "y" },
    ],
  },
  "a property of a conditional's result": {
    declare: `type If<C, T> = C extends true ? { result: T } : never;`,
    type: `If<true, string>["result"]`,
    accepts: ["x", ""],
    refuses: [1, { result: "x" }],
  },
};

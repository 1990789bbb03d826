import type { CaseFamily } from "../harness/agreement-case.js";

/** Types of values: `typeof`, `as const`, `satisfies`. */
export const values: CaseFamily = {
  "an object": {
    declare: `const config = { port: 80, host: "x", tls: { on: true }, list: ["a"] };`,
    type: "typeof config",
    accepts: [{ port: 1, host: "y", tls: { on: false }, list: [] }],
    refuses: [{ port: "1", host: "y", tls: { on: false }, list: [] }, { port: 1 }, {}],
  },
  "a constant": {
    declare: `const name = "x"; let free = "x";`,
    type: "[typeof name, typeof free]",
    accepts: [["x", "y"]],
    refuses: [["y", "x"], ["x"]],
  },
  "a table": {
    declare: `const table = [{ id: "a", n: 1 }, { id: "b", n: 2 }] as const;`,
    type: `{ id: (typeof table)[number]["id"]; row: (typeof table)[0] }`,
    accepts: [
      { id: "a", row: { id: "a", n: 1 } },
      { id: "b", row: { id: "a", n: 1 } },
    ],
    refuses: [
      { id: "c", row: { id: "a", n: 1 } },
      { id: "a", row: { id: "b", n: 2 } },
    ],
  },
  "a row chosen from a table": {
    declare: `const table = { eur: { digits: 2, sign: "€" }, jpy: { digits: 0, sign: "¥" } } as const;`,
    type: `(typeof table)[keyof typeof table]["digits"] | keyof typeof table`,
    accepts: [0, 2, "eur", "jpy"],
    refuses: [1, "usd", "€"],
  },
  "satisfies keeps the literals": {
    declare: `const routes = { home: "/", user: "/users" } satisfies Record<string, \`/\${string}\`>;`,
    type: "{ name: keyof typeof routes; path: (typeof routes)[keyof typeof routes] }",
    accepts: [
      { name: "home", path: "/" },
      { name: "user", path: "/users" },
    ],
    refuses: [
      { name: "other", path: "/" },
      { name: "home", path: "x" },
    ],
  },
  "as const satisfies": {
    declare: `const sizes = ["s", "m", "l"] as const satisfies readonly string[];`,
    type: "(typeof sizes)[number]",
    accepts: ["s", "l"],
    refuses: ["x", 1],
  },
  "a cast": {
    declare: `const raw = { v: "a" as "a" | "b", n: 1 as number | null };`,
    type: "typeof raw",
    accepts: [
      { v: "a", n: 1 },
      { v: "b", n: null },
    ],
    refuses: [
      { v: "c", n: 1 },
      { v: "a", n: "1" },
    ],
  },
  "a spread": {
    declare: `const base = { a: 1, b: "x" }; const more = { ...base, b: true, c: null };`,
    type: "typeof more",
    accepts: [{ a: 1, b: false, c: null }],
    refuses: [
      { a: 1, b: "x", c: null },
      { b: true, c: null },
    ],
  },
  "an imported constant": {
    declare: `import { kinds } from "./kinds.js";`,
    type: "(typeof kinds)[number]",
    accepts: ["x", "y"],
    refuses: ["z", 1],
    files: { "./kinds.ts": `export const kinds = ["x", "y"] as const;` },
  },
  "a property of a constant": {
    declare: `const limits = { size: { max: 5 } } as const;`,
    type: 'typeof limits.size.max | (typeof limits)["size"]',
    accepts: [5, { max: 5 }],
    refuses: [4, { max: 4 }, {}],
  },
  "a function's result": {
    declare: `function read(flag: boolean) { return flag ? { a: 1 } : { b: "x" }; }`,
    type: "ReturnType<typeof read>",
    accepts: [{ a: 1 }, { b: "x" }],
    refuses: [{}, { a: "x" }, { a: 1, b: "x" }],
  },
  "an overloaded function takes the last": {
    declare: `declare function parse(text: string): string; declare function parse(value: number): { n: number };`,
    type: "ReturnType<typeof parse>",
    accepts: [{ n: 1 }, { n: 0 }],
    refuses: ["x", {}],
  },
  "an array's map": {
    declare: `const list = ["a", "b"].map((id) => ({ id, size: id.length }));`,
    type: "(typeof list)[number]",
    accepts: [
      { id: "x", size: 1 },
      { id: "", size: 0 },
    ],
    refuses: [{ id: "x" }, { id: 1, size: 1 }],
  },
  "Object.entries of a constant": {
    declare: `const entries = Object.entries({ a: 1, b: 2 });`,
    type: "(typeof entries)[number]",
    accepts: [
      ["a", 1],
      ["x", 0],
    ],
    refuses: [["a"], [1, "a"]],
  },
  "the options of a function": {
    declare: `function open(path: string, { mode = "r" as "r" | "w", depth = 1 } = {}) { return [path, mode, depth]; }`,
    type: "NonNullable<Parameters<typeof open>[1]>",
    accepts: [{}, { mode: "w" }, { mode: "r", depth: 2 }],
    refuses: [{ mode: "x" }, { depth: "1" }],
  },
  "a frozen object": {
    declare: `const settings = Object.freeze({ theme: "dark", size: 1 });`,
    type: "typeof settings",
    accepts: [{ theme: "dark", size: 1 }],
    refuses: [{ theme: "dark" }, { theme: 1, size: 1 }],
  },
  "an object of a generic helper": {
    declare: `const define = <const T extends Record<string, readonly string[]>>(table: T) => table; const perms = define({ user: ["read"], admin: ["read", "write"] });`,
    type: "(typeof perms)[keyof typeof perms][number]",
    accepts: ["read", "write"],
    refuses: ["admin", "x"],
  },
};

import type { CaseFamily } from "../harness/agreement-case.js";

/** Types that have no form in JSON, or do not say what is allowed: a diagnostic, never a schema. */
export const noJson: CaseFamily = {
  any: { type: "any", noJson: "CM3005" },
  unknown: { type: "unknown", noJson: "CM3005" },
  object: { type: "object", noJson: "CM3005" },
  "an empty object type": { type: "{}", noJson: "CM3005" },
  never: { type: "never", noJson: "CM3012" },
  "a function": { type: "(a: string) => void", noJson: "CM3001" },
  "a constructor": { type: "new () => { a: string }", noJson: "CM3001" },
  "a name that is a symbol": {
    declare: "declare const tag: unique symbol;",
    type: "{ a: string; readonly [tag]?: true }",
    noJson: "CM3002",
  },
  "a symbol": { type: "symbol", noJson: "CM3001" },
  "a bigint": { type: "bigint", noJson: "CM3015" },
  "a bigint literal": { type: "1n | 2n", noJson: "CM3015" },
  Date: { type: "Date", noJson: "CM3003" },
  Map: { type: "Map<string, number>", noJson: "CM3003" },
  Set: { type: "Set<string>", noJson: "CM3003" },
  RegExp: { type: "RegExp", noJson: "CM3003" },
  Uint8Array: { type: "Uint8Array", noJson: "CM3003" },
  Promise: { type: "Promise<string>", noJson: "CM3003" },
  "a class": {
    declare: 'class Person { name = "x"; greet() { return this.name; } }',
    type: "Person",
    noJson: "CM3003",
  },
  "a method": { type: "{ a: string; greet(): void }", noJson: "CM3002" },
  "a function in a list": { type: "(() => void)[]", noJson: "CM3001" },
  "a function in a union": { type: "string | (() => string)", noJson: "CM3001" },
  "unknown in a record": { type: "Record<string, unknown>", noJson: "CM3005" },
  "any in a mapped type": {
    declare: "type Loose<T> = { [K in keyof T]: any };",
    type: "Loose<{ a: string }>",
    noJson: "CM3005",
  },
  "a Date in a computed type": { type: "Partial<{ at: Date }>", noJson: "CM3003" },
  "a generator": { type: "Generator<string>", noJson: "CM3001" },
  "an async function's result": {
    declare: "async function load() { return 1; }",
    type: "ReturnType<typeof load>",
    noJson: "CM3003",
  },
  "properties that contradict each other": { type: "{ a: string } & { a: number }", noJson: "CM3020" },
};

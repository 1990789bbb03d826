import type { CaseFamily } from "../harness/agreement-case.js";

/** Conditional types: distributive or not, with `infer`, recursive. */
export const conditionalTypes: CaseFamily = {
  distributive: {
    declare: `type Wrap<T> = T extends string ? { text: T } : { value: T };`,
    type: `Wrap<"a" | 1>`,
    accepts: [{ text: "a" }, { value: 1 }],
    refuses: [{ text: 1 }, { value: "a" }, {}],
    stricter: [{ text: "a", value: 1 }],
  },
  "not distributive": {
    declare: `type All<T> = [T] extends [string] ? "texts" : "mixed";`,
    type: `[All<"a" | "b">, All<"a" | 1>]`,
    accepts: [["texts", "mixed"]],
    refuses: [
      ["texts", "texts"],
      ["mixed", "mixed"],
    ],
  },
  "over boolean": {
    declare: `type Name<T> = T extends true ? "yes" : "no";`,
    type: "Name<boolean>",
    accepts: ["yes", "no"],
    refuses: [true, "maybe"],
  },
  "over never": {
    declare: `type Or<T> = T extends string ? "a" : "b";`,
    type: `Or<never> | "none"`,
    accepts: ["none"],
    refuses: ["a", "b"],
  },
  "never is tested for": {
    declare: `type IsNever<T> = [T] extends [never] ? "never" : "some";`,
    type: `[IsNever<never>, IsNever<string>]`,
    accepts: [["never", "some"]],
    refuses: [
      ["some", "some"],
      ["never", "never"],
    ],
  },
  "any takes both ways": {
    declare: `type Name<T> = T extends string ? "text" : "other";`,
    type: "Name<any>",
    accepts: ["text", "other"],
    refuses: ["x", 1],
  },
  "any is tested for": {
    declare: `type IsAny<T> = 0 extends 1 & T ? true : false;`,
    type: "[IsAny<any>, IsAny<unknown>, IsAny<string>]",
    accepts: [[true, false, false]],
    refuses: [
      [true, true, false],
      [false, false, false],
    ],
  },
  "unknown is tested for": {
    declare: `type Name<T> = unknown extends T ? "open" : "closed";`,
    type: "[Name<unknown>, Name<string>, Name<{}>]",
    accepts: [["open", "closed", "closed"]],
    refuses: [
      ["open", "open", "closed"],
      ["open", "closed", "open"],
    ],
  },
  "equality of types": {
    declare: `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? "same" : "different";`,
    type: "[Same<{ a: 1 }, { a: 1 }>, Same<{ a: 1 }, { readonly a: 1 }>]",
    accepts: [["same", "different"]],
    refuses: [
      ["same", "same"],
      ["different", "different"],
    ],
  },
  "infer an element": {
    declare: `type Element<T> = T extends readonly (infer E)[] ? E : T;`,
    type: `[Element<string[]>, Element<["a", 1]>, Element<number>]`,
    accepts: [
      ["x", "a", 1],
      ["x", 1, 1],
    ],
    refuses: [
      ["x", "b", 1],
      [1, 1, 1],
      ["x", "a", "x"],
    ],
  },
  "infer a property": {
    declare: `type DataOf<T> = T extends { data: infer D } ? D : never;`,
    type: `DataOf<{ data: { a: string } } | { data: number } | { other: 1 }>`,
    accepts: [{ a: "x" }, 1],
    refuses: ["x", {}, { data: 1 }],
  },
  "infer with a constraint": {
    declare: `type First<T> = T extends [infer H extends string, ...unknown[]] ? H : "none";`,
    type: `[First<["a", 1]>, First<[1, "a"]>]`,
    accepts: [["a", "none"]],
    refuses: [
      ["a", "a"],
      ["none", "none"],
    ],
  },
  "infer a tuple's ends": {
    declare: `type Head<T> = T extends [infer H, ...infer _] ? H : never; type Last<T> = T extends [...infer _, infer L] ? L : never; type Tail<T> = T extends [unknown, ...infer R] ? R : [];`,
    type: `{ head: Head<["a", 1, true]>; last: Last<["a", 1, true]>; tail: Tail<["a", 1, true]> }`,
    accepts: [{ head: "a", last: true, tail: [1, true] }],
    refuses: [
      { head: "a", last: true, tail: ["a"] },
      { head: 1, last: true, tail: [1, true] },
      { head: "a", last: false, tail: [1, true] },
    ],
  },
  "infer from a function": {
    declare: `type Arg<F> = F extends (first: infer A, ...rest: never[]) => unknown ? A : never;`,
    type: `Arg<(options: { depth: number }, more: string) => void>`,
    accepts: [{ depth: 1 }, { depth: 0 }],
    refuses: [{}, "x"],
  },
  "infer a promise's value": {
    declare: `async function load() { return { items: [{ id: "x", n: 1 }] }; }`,
    type: `Awaited<ReturnType<typeof load>>["items"][number]`,
    accepts: [
      { id: "y", n: 2 },
      { id: "", n: 0 },
    ],
    refuses: [{ id: 1, n: 1 }, { items: [] }],
  },
  "infer one variable at several places": {
    declare: `type Values<T> = T extends { a: infer V; b: infer V } ? V : never;`,
    type: "Values<{ a: string; b: number }>",
    accepts: ["x", 1],
    refuses: [true, null],
  },
  "a recursive unwrapping": {
    declare: `type Deep<T> = T extends readonly (infer E)[] ? Deep<E> : T;`,
    type: "Deep<string[][][]>",
    accepts: ["x", ""],
    refuses: [["x"], 1],
  },
  "a recursive reversal": {
    declare: `type Reverse<T extends unknown[]> = T extends [infer H, ...infer R] ? [...Reverse<R>, H] : [];`,
    type: `Reverse<["a", 1, true]>`,
    accepts: [[true, 1, "a"]],
    refuses: [
      ["a", 1, true],
      [true, 1],
    ],
  },
  "a tuple of a length": {
    declare: `type Repeat<T, N extends number, R extends T[] = []> = R["length"] extends N ? R : Repeat<T, N, [...R, T]>;`,
    type: "Repeat<number, 3>",
    accepts: [
      [1, 2, 3],
      [0, 0, 0],
    ],
    refuses: [
      [1, 2],
      [1, 2, 3, 4],
      ["1", 2, 3],
    ],
  },
  "deep partial": {
    declare: `type DeepPartial<T> = T extends readonly (infer E)[] ? DeepPartial<E>[] : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;`,
    type: "DeepPartial<{ a: { b: string; c: { d: number }[] }; e: boolean }>",
    accepts: [{}, { a: {} }, { a: { c: [{}] } }, { a: { b: "x", c: [{ d: 1 }] }, e: true }],
    refuses: [{ a: { b: 1 } }, { a: { c: [1] } }, { x: 1 }],
  },
  "deep exclusion": {
    declare: `type Without<T, U> = T extends U ? never : T extends object ? { [K in keyof T]: Without<T[K], U> } : T;`,
    type: "Without<{ a: string | Date; b: { c: number | Date } }, Date>",
    accepts: [
      { a: "x", b: { c: 1 } },
      { a: "", b: { c: 0 } },
    ],
    refuses: [
      { a: 1, b: { c: 1 } },
      { a: "x", b: {} },
    ],
  },
  "functions are filtered out": {
    declare: `type Data<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: T[K] };`,
    type: "Data<{ a: string; b(): void; c: () => number; d?: number }>",
    accepts: [{ a: "x" }, { a: "x", d: 1 }],
    refuses: [{}, { a: "x", b: 1 }],
  },
  "the JSON form of a type": {
    declare: `type Jsonify<T> = T extends { toJSON(): infer R } ? R : T extends object ? { [K in keyof T]: Jsonify<T[K]> } : T;`,
    type: "Jsonify<{ at: Date; n: number; list: { at: Date }[] }>",
    accepts: [
      { at: "x", n: 1, list: [{ at: "y" }] },
      { at: "", n: 0, list: [] },
    ],
    refuses: [
      { at: 1, n: 1, list: [] },
      { at: "x", n: 1, list: [{}] },
    ],
  },
  "a union made an intersection": {
    declare: `type Both<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;`,
    type: "Both<{ a: string } | { b: number }>",
    accepts: [
      { a: "x", b: 1 },
      { a: "", b: 0 },
    ],
    refuses: [{ a: "x" }, { b: 1 }],
  },
  "exactly one property": {
    declare: `type OneOf<T, K extends keyof T = keyof T> = K extends keyof T ? Required<Pick<T, K>> & Partial<Record<Exclude<keyof T, K>, never>> : never;`,
    type: "OneOf<{ a: string; b: number }>",
    accepts: [{ a: "x" }, { b: 1 }],
    refuses: [{}, { a: "x", b: 1 }, { a: 1 }],
  },
  "chosen by a literal parameter": {
    declare: `type Event<T extends "created" | "deleted"> = { type: T } & (T extends "created" ? { body: string } : {});`,
    type: `Event<"created"> | Event<"deleted">`,
    accepts: [{ type: "created", body: "x" }, { type: "deleted" }],
    refuses: [{ type: "created" }, { type: "deleted", body: "x" }, {}],
  },
};

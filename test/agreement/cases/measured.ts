import type { CaseFamily } from "../harness/agreement-case.js";

const renamed = `type Renamed<T> = { [K in keyof T as \`the_\${string & K}\`]: T[K] };`;

/** Types that once were read wrongly, refused or crashed on. */
export const measured: CaseFamily = {
  "an intersection with a type of renamed keys": {
    declare: `${renamed} interface A { a: string } interface B { b: number }`,
    type: "A & Renamed<B>",
    accepts: [
      { a: "x", the_b: 1 },
      { a: "", the_b: 0 },
    ],
    refuses: [{ the_b: 1 }, { a: "x" }, { a: "x", b: 1 }, { a: 1, the_b: 1 }, null],
  },
  "an intersection with a conditional alias": {
    declare: `type If<C, T, F> = C extends true ? T : F; interface A { a: string }`,
    type: "A & If<true, { b: number }, {}>",
    accepts: [{ a: "x", b: 1 }],
    refuses: [{ b: 1 }, { a: "x" }, {}],
  },
  "an intersection with a return type": {
    declare: `function settings() { return { level: 1, name: "x" }; } interface A { a: string }`,
    type: "A & ReturnType<typeof settings>",
    accepts: [{ a: "x", level: 2, name: "y" }],
    refuses: [{ level: 2, name: "y" }, { a: "x" }, { a: "x", level: "2", name: "y" }],
  },
  "an intersection keeps a literal": {
    declare: `type Str<T> = { [K in keyof T]: string };`,
    type: `{ a: "x" } & Str<{ a: number }>`,
    accepts: [{ a: "x" }],
    refuses: [{ a: "y" }, { a: 1 }, {}],
  },
  "keyof a type with an index signature": {
    declare: `interface Labels { [key: string]: string }`,
    type: "keyof Labels",
    accepts: ["a", "", 1],
    refuses: [null, true, {}],
  },
  "keyof a type with numeric keys": {
    declare: `interface Codes { 200: string; 404: string; other: string }`,
    type: "keyof Codes",
    accepts: [200, 404, "other"],
    refuses: ["200", 500, "x"],
  },
  "Exclude takes true out of boolean": {
    type: "Exclude<boolean | string, true>",
    accepts: [false, "x"],
    refuses: [true, 1, null],
  },
  "Extract by a template literal": {
    type: 'Extract<"a-1" | "b" | "a-2", `a-${string}`>',
    accepts: ["a-1", "a-2"],
    refuses: ["b", "a-3", ""],
  },
  "Omit over an index signature": {
    declare: `interface Open { [key: string]: number; known: number }`,
    type: `Omit<Open, "known">`,
    accepts: [{}, { other: 1 }, { known: 1 }],
    refuses: [{ other: "x" }, null],
  },
  "T & {} takes null away": {
    declare: `type Present<T> = T & {};`,
    type: "Present<string | null | undefined>",
    accepts: ["x", ""],
    refuses: [null, 1],
  },
  "an augmentation outside of the models": {
    declare: `import type { Account } from "@shared/account.js";`,
    type: "Account",
    accepts: [{ id: "1", plan: "free" }],
    refuses: [{ id: "1" }, { id: "1", plan: 1 }, { plan: "free" }],
    files: {
      "src/shared/account.ts": "export interface Account { id: string }",
      "src/shared/augment-account.ts": `declare module "./account.js" { interface Account { plan: string } }\nexport {};`,
    },
  },
  "a string is not a list": {
    declare: `type Kind<T> = T extends readonly unknown[] ? "list" : "single";`,
    type: "Kind<string>",
    accepts: ["single"],
    refuses: ["list", "x", 1],
  },
  "a list is a list": {
    declare: `type Kind<T> = T extends readonly unknown[] ? "list" : "single";`,
    type: "Kind<string[]>",
    accepts: ["list"],
    refuses: ["single", "x", []],
  },
  "tags of a property that is reached by its path": {
    declare: `interface Person { spec: { /** @maxLength 3 */ name: string } }`,
    type: `Person["spec"]["name"]`,
    accepts: ["", "abc"],
    refuses: [1, null],
    stricter: ["abcd"],
  },
  "Exclude of two recursive interfaces": {
    declare: `interface N1 { next?: N1; a: string } interface N2 { next?: N2; b: string }`,
    type: "Exclude<N1 | string, N2>",
    accepts: ["x", { a: "x" }, { a: "x", next: { a: "y" } }],
    refuses: [{ b: "x" }, 1, null, { a: "x", next: {} }],
  },
  "Partial of a property's type": {
    declare: `interface T { spec: { a: string; b: number } }`,
    type: `Partial<T["spec"]>`,
    accepts: [{}, { a: "x" }, { a: "x", b: 1 }],
    refuses: [{ a: 1 }, { c: 1 }, null],
  },
  "a property of an element": {
    declare: `type List = { id: "a" | "b"; n: number }[];`,
    type: `List[number]["id"]`,
    accepts: ["a", "b"],
    refuses: ["c", 1, null],
  },
  "a mapped type with conditional values": {
    declare: `type Flags<T> = { [K in keyof T]: T[K] extends string ? boolean : number };`,
    type: "Flags<{ a: string; b: number }>",
    accepts: [{ a: true, b: 1 }],
    refuses: [{ a: 1, b: 1 }, { a: true, b: true }, { a: true }],
  },
  "an interface extends renamed keys": {
    declare: `${renamed} interface S extends Renamed<{ a: string }> { own: number }`,
    type: "S",
    accepts: [{ the_a: "x", own: 1 }],
    refuses: [{ own: 1 }, { a: "x", own: 1 }, { the_a: "x" }],
  },
  "Awaited of a promise": {
    type: "Awaited<Promise<{ a: string }>>",
    accepts: [{ a: "x" }],
    refuses: [{}, { a: 1 }, { a: "x", b: 1 }],
  },
  "Exclude takes arrays out": {
    declare: `type V = string | number[] | { a: string };`,
    type: "Exclude<V, any[]>",
    accepts: ["x", { a: "x" }],
    refuses: [[1], [], null],
  },
  "elements of a frozen list": {
    declare: `const list = Object.freeze(["a", "b"] as const);`,
    type: "(typeof list)[number]",
    accepts: ["a", "b"],
    refuses: ["c", 1, ["a"]],
  },
  "prose in the comments of a package": {
    declare: `import type { Commit } from "prose";`,
    type: "Commit",
    accepts: [{ id: "41d064eb", title: "x" }],
    refuses: [{ id: 1, title: "x" }, {}, { id: "x" }],
    files: {
      "node_modules/prose/package.json": `{ "name": "prose", "version": "1.0.0", "types": "index.d.ts" }`,
      "node_modules/prose/index.d.ts": `/**
 * A commit.
 * @example
 * \`\`\`ts
 * const commit: Commit = { id: "x" };
 * \`\`\`
 */
export interface Commit {
  /** @example 41d064eb */
  id: string;
  /** The title. @default the first line, if any @see {@link Commit} */
  title: string;
}`,
    },
  },
  "unknown as the default of a type parameter": {
    declare: `interface Box<T, Extra = unknown> { value: T; extra?: Extra }`,
    type: "Box<string, number>",
    accepts: [{ value: "x" }, { value: "x", extra: 1 }],
    refuses: [{ value: 1 }, { value: "x", extra: "y" }],
  },
  "{} as the default of a type parameter": {
    declare: `type With<T, Extra extends object = {}> = T & Extra;`,
    type: "With<{ a: string }>",
    accepts: [{ a: "x" }],
    refuses: [{}, { a: 1 }, { a: "x", b: 1 }],
  },
  "a global declaration": {
    type: "AgreementGlobals.Address",
    accepts: [{ street: "x" }, { street: "x", zip: "1" }],
    refuses: [{}, { street: 1 }, { street: "x", zip: 1 }],
    files: {
      "types/globals.d.ts": `declare namespace AgreementGlobals { interface Address { street: string; zip?: string } }`,
    },
  },
  "a global interface that is augmented": {
    type: "AgreementSettings",
    accepts: [{ a: "x", b: 1 }],
    refuses: [{ a: "x" }, { b: 1 }, { a: 1, b: 1 }],
    files: {
      "types/settings.d.ts": `interface AgreementSettings { a: string }`,
      "types/more-settings.d.ts": `export {};\ndeclare global { interface AgreementSettings { b: number } }`,
    },
  },
  "typeof an imported JSON file": {
    declare: `import config from "./config.json" with { type: "json" };`,
    type: "typeof config",
    accepts: [{ port: 1, hosts: ["x"], tls: { on: true } }],
    refuses: [{}, { port: "1", hosts: ["x"], tls: { on: true } }, { port: 1, hosts: [1], tls: { on: true } }],
    files: { "./config.json": `{ "port": 80, "hosts": ["a"], "tls": { "on": true } }` },
  },
  "an iterable": { type: "Iterable<string>", noJson: "CM3001" },
  Function: { type: "Function", noJson: "CM3001" },
  void: { type: "void", noJson: "CM3001" },
};

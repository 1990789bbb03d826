import type { CaseFamily } from "../harness/agreement-case.js";

/** Where types come from: other modules, packages, global declarations, paths. */
export const modules: CaseFamily = {
  "a path alias": {
    declare: `import type { Money } from "@shared/money.js";`,
    type: "Money",
    accepts: [
      { amount: 1, currency: "EUR" },
      { amount: 0, currency: "USD" },
    ],
    refuses: [{ amount: 1 }, { amount: 1, currency: "X" }],
    files: { "src/shared/money.ts": `export interface Money { amount: number; currency: "EUR" | "USD" }` },
  },
  "a barrel": {
    declare: `import type { Renamed, Inner, Space } from "./barrel.js";`,
    type: "{ a: Renamed; b: Inner; c: Space.Inner }",
    accepts: [{ a: { x: "x" }, b: { y: 1 }, c: { y: 2 } }],
    refuses: [
      { a: { y: 1 }, b: { y: 1 }, c: { y: 2 } },
      { a: { x: "x" }, b: {}, c: { y: 2 } },
    ],
    files: {
      "./barrel.ts": `export type { Outer as Renamed } from "./outer.js"; export * from "./inner.js"; export * as Space from "./inner.js";`,
      "./outer.ts": "export interface Outer { x: string }",
      "./inner.ts": "export interface Inner { y: number }",
    },
  },
  "a default export": {
    declare: `import type Settings from "./settings.js";`,
    type: "Settings",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [{}, { a: 1 }],
    files: { "./settings.ts": "export default interface Settings { a: string }" },
  },
  "an import type": {
    type: `import("./other.js").Other<string>`,
    accepts: [{ value: "x" }, { value: "" }],
    refuses: [{}, { value: 1 }],
    files: { "./other.ts": "export interface Other<T> { value: T }" },
  },
  "typeof an imported module": {
    declare: `import * as limits from "./limits.js";`,
    type: '(typeof limits)["sizes"][number]',
    accepts: ["s", "m"],
    refuses: ["x", 1],
    files: { "./limits.ts": `export const sizes = ["s", "m"] as const;` },
  },
  "a namespace": {
    declare: `namespace Api { export interface Item { id: string; sub?: Deep.Item } export namespace Deep { export interface Item { n: number } } }`,
    type: "Api.Item",
    accepts: [{ id: "x" }, { id: "x", sub: { n: 1 } }],
    refuses: [{}, { id: "x", sub: { id: "y" } }],
  },
  "types of one name in two modules": {
    declare: `import type { Item } from "./a.js"; import type { Item as Other } from "./b.js";`,
    type: "{ a: Item; b: Other }",
    accepts: [
      { a: { x: "x" }, b: { y: 1 } },
      { a: { x: "" }, b: { y: 0 } },
    ],
    refuses: [
      { a: { y: 1 }, b: { y: 1 } },
      { a: { x: "x" }, b: { x: "x" } },
    ],
    files: { "./a.ts": "export interface Item { x: string }", "./b.ts": "export interface Item { y: number }" },
  },
  "a declaration file beside the module": {
    declare: `import type { Row } from "./rows.js";`,
    type: "Row",
    accepts: [{ id: "x" }, { id: "" }],
    refuses: [{}, { id: 1 }],
    files: { "./rows.d.ts": "export interface Row { id: string }", "./rows.js": "export {};" },
  },
  "a package with exports": {
    declare: `import type { Body } from "with-exports/api";`,
    type: "Body",
    accepts: [{ a: "x" }, { a: "" }],
    refuses: [{}, { a: 1 }],
    files: {
      "node_modules/with-exports/package.json": `{ "name": "with-exports", "version": "1.0.0", "type": "module", "exports": { "./api": { "types": "./lib/api.d.ts" } } }`,
      "node_modules/with-exports/lib/api.d.ts": `import type { A } from "./a.js"; export interface Body extends A {}`,
      "node_modules/with-exports/lib/a.d.ts": "export interface A { a: string }",
    },
  },
  "an augmented package": {
    declare: `import type { User } from "augmented";`,
    type: "User",
    accepts: [
      { id: "x", role: "admin" },
      { id: "x", role: "guest" },
    ],
    refuses: [{ id: "x" }, { id: "x", role: "other" }],
    files: {
      "node_modules/augmented/package.json": `{ "name": "augmented", "version": "1.0.0", "types": "index.d.ts" }`,
      "node_modules/augmented/index.d.ts": "export interface User { id: string }",
      "types/augmented.d.ts": `import "augmented"; declare module "augmented" { interface User { role: "admin" | "guest" } }`,
    },
  },
  "a registry that is filled by augmentation": {
    declare: `import type { Kinds } from "@shared/registry.js";`,
    type: "keyof Kinds",
    accepts: ["base", "extra"],
    refuses: ["other", 1],
    files: {
      "src/shared/registry.ts": "export interface Kinds { base: 1 }",
      "src/shared/extra-kinds.ts": `declare module "./registry.js" { interface Kinds { extra: 1 } } export {};`,
    },
  },
  "a declared module": {
    declare: `import type { Entry } from "virtual:entries";`,
    type: "Entry",
    accepts: [{ key: "x" }, { key: "" }],
    refuses: [{}, { key: 1 }],
    files: { "types/virtual.d.ts": `declare module "virtual:entries" { export interface Entry { key: string } }` },
  },
  "a global alias": {
    type: "AgreementMaybe<string>",
    accepts: ["x", null],
    refuses: [1, {}],
    files: { "types/maybe.d.ts": "type AgreementMaybe<T> = T | null;" },
  },
  "a global constant": {
    type: "(typeof AGREEMENT_LEVELS)[number]",
    accepts: ["low", "high"],
    refuses: ["x", 1],
    files: { "types/levels.d.ts": `declare const AGREEMENT_LEVELS: readonly ["low", "high"];` },
  },
  "a list in a JSON file": {
    declare: `import rows from "./rows.json" with { type: "json" };`,
    type: "(typeof rows)[number]",
    accepts: [
      { id: "x", n: 1 },
      { id: "", n: 0 },
    ],
    refuses: [{ id: "x" }, { id: 1, n: 1 }],
    files: { "./rows.json": `[{ "id": "a", "n": 1 }, { "id": "b", "n": 2 }]` },
  },
  "keys of a JSON file": {
    declare: `import messages from "./messages.json" with { type: "json" };`,
    type: "keyof typeof messages",
    accepts: ["hello", "bye"],
    refuses: ["Hello", 1],
    files: { "./messages.json": `{ "hello": "Hello", "bye": "Bye" }` },
  },
  "the type of a class's property": {
    declare: `import { Store } from "./store.js";`,
    type: `Store["options"]`,
    accepts: [{ size: 1 }, { size: 1, name: "x" }],
    refuses: [{}, { size: "1" }],
    files: {
      "./store.ts":
        "export class Store { readonly options: { size: number; name?: string } = { size: 1 }; close(): void {} }",
    },
  },
  "an interface of Node.js": {
    declare: `import type { ParsedPath } from "node:path";`,
    type: "ParsedPath",
    accepts: [{ root: "/", dir: "/a", base: "b.c", ext: ".c", name: "b" }],
    refuses: [{ root: "/" }, { root: 1, dir: "/a", base: "b.c", ext: ".c", name: "b" }],
  },
  "an interface of the library": {
    type: 'Intl.NumberFormatPart | { options: Pick<Intl.NumberFormatOptions, "currency" | "minimumIntegerDigits"> }',
    accepts: [
      { type: "integer", value: "1" },
      { options: {} },
      { options: { currency: "EUR", minimumIntegerDigits: 2 } },
    ],
    refuses: [{ type: "x", value: "1" }, { options: { currency: 1 } }, {}],
    stricter: [{ type: "integer", value: "1", options: {} }],
  },
  "a type that a module keeps to itself": {
    declare: `import { create } from "./hidden.js";`,
    type: "ReturnType<typeof create>",
    accepts: [{ secret: "x" }, { secret: "" }],
    refuses: [{}, { secret: 1 }],
    files: {
      "./hidden.ts": `interface Hidden { secret: string } export function create(): Hidden { return { secret: "x" }; }`,
    },
  },
  "import type in place": {
    files: { "./shapes.ts": `export interface Shape { sides: number } export default interface Circle { r: number }` },
    type: `{ a: import("./shapes.js").Shape; b: import("./shapes.js").default }`,
    accepts: [{ a: { sides: 3 }, b: { r: 1 } }],
    refuses: [
      { a: {}, b: { r: 1 } },
      { a: { sides: 3 }, b: {} },
    ],
  },
  "typeof import": {
    files: { "./vals.ts": `export const sizes = ["s", "m"] as const; export default { k: 1 as const };` },
    type: `{ s: (typeof import("./vals.js"))["sizes"][number]; k: (typeof import("./vals.js"))["default"]["k"] }`,
    accepts: [{ s: "s", k: 1 }],
    refuses: [
      { s: "x", k: 1 },
      { s: "s", k: 2 },
    ],
  },
  "export = namespace": {
    files: {
      "./old.d.ts": `declare namespace Old { interface Conf { level: "a" | "b" } } declare const Old: { conf: Old.Conf }; export = Old;`,
    },
    declare: `import Old = require("./old.js");`,
    type: "Old.Conf",
    accepts: [{ level: "a" }],
    refuses: [{ level: "c" }, {}],
  },
  namespace: {
    declare: `namespace Api { export interface User { name: string } export namespace V2 { export type User = Api.User & { age: number } } }`,
    type: "{ a: Api.User; b: Api.V2.User }",
    accepts: [{ a: { name: "x" }, b: { name: "x", age: 1 } }],
    refuses: [
      { a: { name: "x" }, b: { name: "x" } },
      { a: {}, b: { name: "x", age: 1 } },
    ],
  },
};

import type { CaseFamily } from "../harness/agreement-case.js";

const base = `interface Base {
  /** @maxLength 3 */
  name: string;
  /** @minimum 0 @maximum 10 */
  size?: number;
  /** @maxItems 2 */
  tags: string[];
}`;
const fine = { name: "abc", size: 10, tags: ["a", "b"] };

/** A tag goes with its property, however the property gets into a type. */
export const tags: CaseFamily = {
  "a property as it is declared": {
    declare: base,
    type: "Base",
    accepts: [fine, { name: "", tags: [] }],
    refuses: [{ name: "x" }, { name: 1, tags: [] }],
    stricter: [
      { ...fine, name: "abcd" },
      { ...fine, size: 11 },
      { ...fine, tags: ["a", "b", "c"] },
    ],
  },
  "through extends": {
    declare: `${base} interface Sub extends Base { own: boolean }`,
    type: "Sub",
    accepts: [{ ...fine, own: true }],
    refuses: [fine, {}],
    stricter: [{ ...fine, own: true, name: "abcd" }],
  },
  "through Partial": {
    declare: base,
    type: "Partial<Base>",
    accepts: [{}, fine],
    refuses: [{ name: 1 }, null],
    stricter: [{ name: "abcd" }, { size: -1 }],
  },
  "through Pick and Omit": {
    declare: base,
    type: `{ a: Pick<Base, "name">; b: Omit<Base, "tags"> }`,
    accepts: [{ a: { name: "x" }, b: { name: "x", size: 1 } }],
    refuses: [{ a: {}, b: { name: "x" } }, { a: { name: "x" } }],
    stricter: [
      { a: { name: "abcd" }, b: { name: "x" } },
      { a: { name: "x" }, b: { name: "x", size: 11 } },
    ],
  },
  "through an intersection": {
    declare: base,
    type: "Base & { own: boolean }",
    accepts: [{ ...fine, own: true }],
    refuses: [fine, {}],
    stricter: [{ ...fine, own: true, size: 11 }],
  },
  "through a mapped type that keeps its values": {
    declare: `${base} type Opt<T> = { [K in keyof T]?: T[K] };`,
    type: "Opt<Base>",
    accepts: [{}, fine],
    refuses: [{ tags: "x" }, null],
    stricter: [{ tags: ["a", "b", "c"] }],
  },
  "through renamed keys": {
    declare: `${base} type Renamed<T> = { [K in keyof T as \`the_\${string & K}\`]: T[K] };`,
    type: `Renamed<Pick<Base, "name">>`,
    accepts: [{ the_name: "abc" }],
    refuses: [{}, { the_name: 1 }],
    stricter: [{ the_name: "abcd" }],
  },
  "through a generic": {
    declare: "interface Page<T> { /** @maxItems 2 */ items: T[] }",
    type: "Page<string>",
    accepts: [{ items: [] }, { items: ["a", "b"] }],
    refuses: [{}, { items: [1] }],
    stricter: [{ items: ["a", "b", "c"] }],
  },
  "of a named type": {
    declare: "/** @pattern ^[a-z]+$ */ type Slug = string;",
    type: "{ slug: Slug; list?: Slug[] }",
    accepts: [{ slug: "ab" }, { slug: "ab", list: ["c"] }],
    refuses: [{}, { slug: 1 }],
    stricter: [{ slug: "A" }, { slug: "a", list: ["1"] }],
  },
  "of a named type behind a union with null": {
    declare: "/** @maxLength 2 */ type Code = string;",
    type: "{ code: Code | null }",
    accepts: [{ code: null }, { code: "ab" }],
    refuses: [{}, { code: 1 }],
    stricter: [{ code: "abc" }],
  },
  "a format of the package": {
    declare: `import type { Int64, Integer, Timestamp } from "@cmgen/model";`,
    type: "{ n: Integer; big: Int64; at: Timestamp }",
    judgedBy: "{ n: number; big: string; at: string }",
    accepts: [{ n: 1, big: "9007199254740993", at: "2026-01-31T09:59:59Z" }],
    refuses: [{ n: "1", big: "1", at: "2026-01-31T09:59:59Z" }, {}],
    stricter: [
      { n: 1.5, big: "1", at: "2026-01-31T09:59:59Z" },
      { n: 1, big: "x", at: "2026-01-31T09:59:59Z" },
      { n: 1, big: "1", at: "yesterday" },
    ],
  },
  "any JSON where a tag says so": {
    type: "{ /** @additionalProperties */ extra: unknown; a: string }",
    judgedBy: "{ extra: {} | null; a: string }",
    accepts: [
      { extra: 1, a: "x" },
      { extra: { b: [null] }, a: "x" },
    ],
    refuses: [{ extra: 1 }, { extra: 1, a: 2 }],
  },
};

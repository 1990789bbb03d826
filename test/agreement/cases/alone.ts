import type { CaseFamily } from "../harness/agreement-case.js";

const tags = `/** @maxLength 3 */ type Tag = string; /** @maxItems 2 */ type Tags = Tag[];`;
const nested = `interface Left { title?: string; all?: Left[] } interface Right { note?: string; all?: Right[] }`;

/**
 * Types that are one to the compiler and another to the author, some with tags and some without: what one model calls them must not be
 * what the others get.
 */
export const alone: CaseFamily = {
  "a list of a conditional type": {
    declare: `type Many<T> = T extends unknown[] ? T : T[];`,
    type: "{ x: Many<string>; y: Many<number> }",
  },
  "a list with tagged items": { declare: tags, type: "{ tags: Tag[]; more: Tags; same: string[] | null }" },
  "a list without tags": { type: "{ tags: string[]; pairs: [string, string] }" },
  "an alias of a list": { declare: "type Names = string[];", type: "{ names: Names; others: string[] }" },
  "an alias of a record": { declare: `${tags} type Dict = Record<string, string>;`, type: "Dict" },
  "a record": { type: "Record<string, string>" },
  "a record of tagged texts": { declare: tags, type: "Record<string, Tag>" },
  "a member of an object": {
    declare: "interface Person { home: { city: string } } type Home = Person['home'];",
    type: "{ home: Home; person: Person }",
  },
  "an object with lists of itself": { declare: nested, type: "Left & Right" },
  "two of them": { declare: nested, type: "{ one: Left & Right; two: (Left & Right)[] }" },
  "a tag through a renaming mapped type in an intersection": {
    declare: `interface Base { /** @maxLength 3 */ name: string }
      type Renamed<T> = { [K in keyof T as \`the_\${K & string}\`]: T[K] };`,
    type: "Renamed<Base> & { other: string }",
  },
};

import type { AgreementCase, CaseFamily } from "../harness/agreement-case.js";

/** A case whose type is that of the whole spec. */
function spec(rest: AgreementCase): AgreementCase {
  return { ...rest, isSpec: true };
}

/** Types that stand as the whole spec. */
export const specs: CaseFamily = {
  "an object type": spec({
    type: "{ name: string; size?: number }",
    accepts: [{ name: "x" }, { name: "x", size: 1 }],
    refuses: [{}, { name: 1 }, { name: "x", other: 1 }],
  }),
  "an intersection": spec({
    declare: "interface A { a: string } interface B { b?: number }",
    type: "A & Readonly<B>",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{ b: 1 }, { a: "x", b: "1" }],
  }),
  "renamed keys": spec({
    declare: "type Renamed<T> = { [K in keyof T as `the_${string & K}`]: T[K] };",
    type: "Renamed<{ a: string; b?: number }>",
    accepts: [{ the_a: "x" }, { the_a: "x", the_b: 1 }],
    refuses: [{ a: "x" }, {}],
  }),
  "a discriminated union": spec({
    type: `{ type: "http"; url: string } | { type: "file"; path: string }`,
    accepts: [
      { type: "http", url: "x" },
      { type: "file", path: "x" },
    ],
    refuses: [{ type: "http", path: "x" }, { type: "ftp" }, {}],
  }),
  "a record": spec({
    type: "Record<string, { n: number }>",
    accepts: [{}, { a: { n: 1 } }],
    refuses: [{ a: 1 }, { a: {} }],
  }),
  "Omit of another model's spec": spec({
    declare: `import type { OtherSpec } from "./other.js";`,
    type: `Omit<OtherSpec, "secret"> & { extra: boolean }`,
    accepts: [
      { id: "x", extra: true },
      { id: "", extra: false },
    ],
    refuses: [{ id: "x" }, { id: "x", secret: "y", extra: true }],
    files: { "./other.ts": "export interface OtherSpec { id: string; secret: string }" },
  }),
  "the values of a schema": spec({
    declare: `import { z } from "zod"; const schema = z.object({ a: z.string(), b: z.number().optional() });`,
    type: "z.infer<typeof schema>",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{}, { a: 1 }],
  }),
};

import fc from "fast-check";

/** What random types are made of. */
export const declarations = `
type Keys = "a" | "b";
type Mixed = "a" | "x" | null;
interface Base { a: string; b?: number }
interface Child extends Base { c: Mixed; a: "x" | "y" }
type Plain = { a?: string | null; d: Base[] };
interface Open { [key: string]: string | number; known: string }
enum Color { Red = "red", Green = "green" }
type Optional<T> = { [P in keyof T]?: T[P] };
type Nullable<T> = { [P in keyof T]: T[P] | null };
type Kinds<T> = { [P in keyof T]: T[P] extends string | null ? "text" : T[P] extends readonly unknown[] ? "list" : "other" };
type Renamed<T> = { [P in keyof T as string extends P ? never : P extends string ? \`the_\${P}\` : never]: T[P] };
type Texts<T> = { [P in keyof T as T[P] extends string ? P : never]: T[P] };
type Deep<T> = T extends object ? { [P in keyof T]: Deep<T[P]> } : T;
type Unwrapped<T> = T extends { value: infer Value } ? Value : T;
type Kind<T> = [T] extends [string] ? "text" : [T] extends [number | boolean] ? 1 | 2 : { other: true };
type Maybe<T> = T | null;
interface Box<T> { value: T; list: T[]; optional?: Maybe<T> }
interface One { kind: "one"; x: number }
interface Two { kind: "two"; y?: string }
type Union = One | Two;
interface Tree { value: string; children?: Tree[] }
declare function build(): { at: number; tags: string[]; kind: "built" };
`;

type Sort = "type" | "object" | "keys" | "leaf";

/** Expressions of TypeScript for types of JSON values: `undefined` is among them only where a property may be left out. */
export const typeExpression: fc.Arbitrary<string> = fc.letrec<Record<Sort, string>>((tie) => {
  const pair = (sorts: readonly [Sort, Sort], around: (a: string, b: string) => string): fc.Arbitrary<string> =>
    fc.tuple(tie(sorts[0]), tie(sorts[1])).map(([a, b]) => around(a, b));
  const around = (sort: Sort, text: (inner: string) => string): fc.Arbitrary<string> => tie(sort).map(text);
  return {
    leaf: fc.constantFrom(
      "string",
      "number",
      "boolean",
      "null",
      '"a"',
      '"c"',
      "1",
      "true",
      "Mixed",
      "Keys",
      "Base",
      '`x${"a" | "b"}`',
      "ReturnType<typeof build>",
      'Uppercase<"a" | "b">',
      "Tree",
      "Awaited<Promise<Keys>>",
    ),
    keys: fc.constantFrom('"a"', '"a" | "b"', '"a" | "c"', "Keys", "keyof Base", 'Exclude<keyof Child, "a">'),
    object: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("Base", "Child", "Plain", "One"),
      around("object", (inner) => `Partial<${inner}>`),
      around("object", (inner) => `Required<${inner}>`),
      around("object", (inner) => `Readonly<${inner}>`),
      around("object", (inner) => `Optional<${inner}>`),
      around("object", (inner) => `Nullable<${inner}>`),
      around("object", (inner) => `Kinds<${inner}>`),
      around("object", (inner) => `Renamed<${inner}>`),
      around("object", (inner) => `Texts<${inner}>`),
      around("object", (inner) => `Deep<${inner}>`),
      around("object", (inner) => `Pick<${inner} & { y: string; z?: string }, "y" | "z">`),
      around("object", (inner) => `${inner} & { z?: string }`),
      around("type", (inner) => `Box<${inner}>`),
      pair(["object", "keys"], (a, b) => `Omit<${a}, ${b}>`),
      pair(["keys", "type"], (a, b) => `Record<${a}, ${b}>`),
      pair(["keys", "type"], (a, b) => `{ [P in ${a}]?: ${b} }`),
      pair(["type", "type"], (a, b) => `{ a: ${a}; b?: ${b} }`),
    ),
    type: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("leaf"),
      tie("object"),
      pair(["type", "type"], (a, b) => `${a} | ${b}`),
      around("type", (inner) => `(${inner})[]`),
      around("type", (inner) => `(${inner})[][number]`),
      around("type", (inner) => `Maybe<${inner}>`),
      around("type", (inner) => `{ [key: string]: ${inner} }`),
      around("type", (inner) => `Deep<${inner}>`),
      around("type", (inner) => `Kind<${inner}>`),
      around("type", (inner) => `Unwrapped<Box<${inner}>>`),
      around("type", (inner) => `NonNullable<${inner} | null>`),
      around("object", (inner) => `(${inner} & { y: string })["y"]`),
      around("object", (inner) => `keyof (${inner} & { k: 1 })`),
      pair(["type", "type"], (a, b) => `[${a}, (${b})?]`),
      pair(["type", "type"], (a, b) => `(${a}) extends (${b}) ? { yes: ${a} } : { no: ${b} }`),
      pair(["type", "leaf"], (a, b) => `Exclude<${a}, ${b}> | "last"`),
      pair(["type", "leaf"], (a, b) => `Extract<${a}, ${b}> | "last"`),
      fc.constantFrom("Open", 'Omit<Open, "known">', "Nullable<Open>", "Kinds<Open>", "keyof Open", "`${Color}`"),
      fc.constantFrom('Union["kind"]', 'Exclude<Union, { kind: "one" }>', "Union & { extra?: string }"),
    ),
  };
}).type;

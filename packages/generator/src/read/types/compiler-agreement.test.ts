import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { createReader } from "../create-reader.js";
import { InputFiles } from "../input-files.js";
import { Modules } from "../names/modules.js";
import type { Reader } from "../reader.js";
import { noBindings, type Reading } from "./site.js";

/** What random types are made of. */
const declarations = `import type { Integer } from "@cmgen/model";
type Keys = "a" | "b";
type Mixed = "a" | "x" | null;
interface Base { a: string; b?: number }
interface Child extends Base { c: Mixed; a: "x" | "y" }
type Plain = { a?: string | null; d: Base[] };
type Optional<T> = { [P in keyof T]?: T[P] };
type Nullable<T> = { [P in keyof T]: T[P] | null };
type Maybe<T> = T | null | undefined;
interface Box<T> { value: T; list: T[]; optional?: Maybe<T> }
interface One { kind: "one"; x: number }
interface Two { kind: "two"; y?: string }
type Union = One | Two;
`;

const { type } = fc.letrec<{ type: string; object: string; keys: string; leaf: string }>((tie) => {
  const join2 = (parts: readonly string[], around: (a: string, b: string) => string): fc.Arbitrary<string> =>
    fc.tuple(tie(parts[0] as "type"), tie(parts[1] as "type")).map(([a, b]) => around(a, b));
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
      "Integer",
      '`x${"a" | "b"}`',
    ),
    keys: fc.constantFrom('"a"', '"a" | "b"', '"a" | "c"', "Keys", "keyof Base", 'Exclude<keyof Child, "a">'),
    object: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("Base", "Child", "Plain"),
      tie("object").map((inner) => `Partial<${inner}>`),
      tie("object").map((inner) => `Required<${inner}>`),
      tie("object").map((inner) => `Readonly<${inner}>`),
      tie("object").map((inner) => `Optional<${inner}>`),
      tie("object").map((inner) => `Nullable<${inner}>`),
      tie("object").map((inner) => `Pick<${inner} & { y: string; z?: string }, "y" | "z">`),
      join2(["object", "keys"], (a, b) => `Omit<${a}, ${b}>`),
      // Properties that contradict each other would make the whole of it `never` to the compiler.
      tie("object").map((inner) => `${inner} & { z?: string }`),
      join2(["keys", "type"], (a, b) => `Record<${a}, ${b}>`),
      join2(["keys", "type"], (a, b) => `{ [P in ${a}]?: ${b} }`),
      join2(["type", "type"], (a, b) => `{ a: ${a}; b?: ${b} }`),
      tie("type").map((inner) => `Box<${inner}>`),
    ),
    type: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("leaf"),
      tie("object"),
      join2(["type", "type"], (a, b) => `${a} | ${b}`),
      tie("type").map((inner) => `(${inner})[]`),
      tie("type").map((inner) => `(${inner})[][number]`),
      join2(["type", "type"], (a, b) => `[${a}, (${b})?]`),
      fc
        .tuple(tie("type"), fc.constantFrom("null", "string", '"a"', "Mixed", "boolean"))
        .map(([a, b]) => `Exclude<${a}, ${b}>`),
      fc.tuple(tie("type"), fc.constantFrom("null", "string", "Mixed")).map(([a, b]) => `Extract<${a}, ${b}>`),
      tie("type").map((inner) => `NonNullable<${inner} | null>`),
      tie("type").map((inner) => `Maybe<${inner}>`),
      tie("object").map((inner) => `(${inner} & { y: string })["y"]`),
      tie("object").map((inner) => `keyof (${inner} & { k: 1 })`),
      fc.constantFrom('Union["kind"]', 'Exclude<Union, { kind: "one" }>', "Union & { extra?: string }"),
    ),
  };
});

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-agreement-"));
  mkdirSync(join(root, "node_modules/@cmgen"), { recursive: true });
  symlinkSync(resolve(import.meta.dirname, "../../../../model"), join(root, "node_modules/@cmgen/model"), "dir");
  writeFileSync(join(root, "package.json"), '{ "name": "types", "type": "module" }');
});

afterAll(() => rmSync(root, { recursive: true }));

/** The type `X`, once as read from its syntax and once as the checker worked it out; nothing where either has a problem with it. */
function readings(expression: string): readonly [syntax: unknown, checker: unknown] | undefined {
  const path = join(root, "types.ts");
  writeFileSync(path, `${declarations}type X = ${expression};\n`);
  const modules = new Modules(root, [path], new InputFiles());
  const problems: unknown[] = [];
  const { reader } = createReader(root, modules, (problem) => problems.push(problem));
  const [file] = modules.rootFiles();
  const declaration = file?.statements.findLast((statement) => compiler.isTypeAliasDeclaration(statement));
  if (declaration === undefined || modules.program.getSemanticDiagnostics(file).length > 0) return undefined;
  const site = { node: declaration.type, environment: noBindings };
  const syntax = comparable(reader, reader.read(site));
  const checker = comparable(
    reader,
    reader.readCheckerBody(reader.checker.getTypeFromTypeNode(declaration.type), site),
  );
  return problems.length > 0 ? undefined : [syntax, checker];
}

function comparable(reader: Reader, { type: read, undefinable }: Reading): unknown {
  return [undefinable === true, read === undefined ? "never" : expanded(reader, read, 0)];
}

/** A type with references followed and what has no order put into one, as far down as the declarations go. */
function expanded(reader: Reader, read: Type, depth: number): unknown {
  const inner = (part: Type): unknown => expanded(reader, part, depth + 1);
  if (depth > 8) return "…";
  switch (read.shape) {
    case "array":
      return { array: inner(read.items) };
    case "tuple":
      return { tuple: read.items.map(inner), required: read.required };
    case "record":
      return { record: inner(read.values) };
    case "object": {
      const properties = read.properties.map(({ name, required, type: own }) => [name, required, inner(own)] as const);
      return { object: properties.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
    }
    case "ref":
    case "union":
    case "enum":
    case "literal":
    case "boolean":
      return alternatives(reader, read, depth);
    default:
      return read.shape;
  }
}

/** The members of a union, each once; what a plain string or number takes anyway is not told apart from it. */
function alternatives(reader: Reader, read: Type, depth: number): unknown {
  const members = new Set(membersOf(reader, read, depth).map((member) => JSON.stringify(member)));
  const isCovered = (member: string): boolean =>
    (members.has('"string"') && member.startsWith('{"literal":"')) ||
    (members.has('"number"') && /^\{"literal":[\d-]/.test(member));
  const kept = [...members].filter((member) => !isCovered(member)).toSorted();
  return kept.length === 1 ? (JSON.parse(kept[0]!) as unknown) : kept;
}

function membersOf(reader: Reader, read: Type, depth: number): readonly unknown[] {
  switch (read.shape) {
    case "ref": {
      const body = reader.named.bodyOf(read.name);
      return body === undefined ? ["…"] : membersOf(reader, body.type, depth + 1);
    }
    case "union":
      return read.members.flatMap((member) => membersOf(reader, member, depth));
    case "enum":
      return read.values.map((literal) => ({ literal }));
    case "literal":
      return [{ literal: read.value }];
    case "boolean":
      return [{ literal: true }, { literal: false }];
    default:
      return [expanded(reader, read, depth)];
  }
}

test("what is read from syntax is what the compiler makes of it", () => {
  fc.assert(
    fc.property(type, (expression) => {
      const found = readings(expression);
      fc.pre(found !== undefined);
      const [syntax, checker] = found;
      expect(syntax).toEqual(checker);
    }),
    { numRuns: 150 },
  );
}, 120_000);

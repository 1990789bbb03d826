import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { defaultConfig } from "../../config/resolved-config.js";
import { problemsIn, readFiles, writePlugin } from "../plugin.test.fixture.js";
import { readProject } from "../read-project.js";

type Files = Readonly<Record<string, string>>;

/** A module with an index whose values `code` makes, and what is declared beside it. */
function indexedBy(code: string, declarations = ""): string {
  return `import { defineModel, index, type Extension } from "@cmgen/model";
${declarations}
export interface Thing extends Extension<{ name: string }> {}
export default defineModel<Thing>({
  group: "things.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing",
  indexes: [index({ name: "initial", value: ${code} })],
});
`;
}

const settings: Files = {
  "tsconfig.json":
    '{ "compilerOptions": { "module": "nodenext", "strict": true, "resolveJsonModule": true, "types": [] } }',
};

function codeHash(files: Files): string {
  const result = readFiles({ ...settings, ...files });
  expect(problemsIn(result)).toEqual([]);
  const hash = result.project.models[0]?.indexes[0]?.codeHash;
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  return hash ?? "";
}

/** Whether a function's hash differs after texts in the files were replaced. */
function isChanged(files: Files, [from, to]: readonly [from: string, to: string]): boolean {
  const after = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(from, to)]));
  expect(after).not.toEqual(files);
  return codeHash(after) !== codeHash(files);
}

const uses = "(thing) => initialOf(thing.spec.name)";
const model = "src/models/thing.ts";
const importing = (from: string, name = "initialOf"): string => indexedBy(uses, `import { ${name} } from "${from}";`);
const helper = "export function initialOf(name: string): string { return name.slice(0, 1); }\n";
const change = ["slice(0, 1)", "slice(0, 2)"] as const;

describe("changes with", () => {
  const cases: readonly (readonly [what: string, files: Files, change: readonly [string, string]])[] = [
    ["the function itself", { [model]: indexedBy("(thing) => thing.spec.name.slice(0, 1)") }, change],
    [
      "a named function",
      { [model]: indexedBy("named", "const named = (thing: Thing) => thing.spec.name.slice(0, 1);") },
      change,
    ],
    ["a function in the same file", { [model]: indexedBy(uses, helper) }, change],
    [
      "a constant",
      { [model]: indexedBy("(thing) => thing.spec.name.slice(0, size)", "const size = 1;") },
      ["size = 1", "size = 2"],
    ],
    [
      "a part of a constant",
      {
        [model]: indexedBy("(thing) => thing.spec.name.slice(0, size)", "const { sizes: [size = 1] } = { sizes: [] };"),
      },
      ["size = 1", "size = 2"],
    ],
    [
      "a constant that is named alone",
      { [model]: indexedBy("(thing) => thing.spec.name.slice(0, { size }.size)", "const size = 1;") },
      ["const size = 1", "const size = 2"],
    ],
    ["a function in another module", { [model]: importing("../text.js"), "src/text.ts": helper }, change],
    [
      "a function two modules away",
      {
        [model]: importing("../text.js"),
        "src/text.ts": 'import { first } from "./first.js"; export const initialOf = (name: string) => first(name);',
        "src/first.ts": "export function first(name: string) { return name.slice(0, 1); }",
      },
      change,
    ],
    [
      "what is exported again",
      {
        [model]: importing("../index.js"),
        "src/index.ts": 'export { first as initialOf } from "./text.js";',
        "src/text.ts": helper.replace("initialOf", "first"),
      },
      change,
    ],
    [
      "what is imported and exported",
      {
        [model]: importing("../index.js"),
        "src/index.ts": 'import { initialOf as first } from "./text.js"; export { first as initialOf };',
        "src/text.ts": helper,
      },
      change,
    ],
    [
      "what is exported with all else",
      { [model]: importing("../index.js"), "src/index.ts": 'export * from "./text.js";', "src/text.ts": helper },
      change,
    ],
    [
      "which function is exported again",
      {
        [model]: importing("../index.js"),
        "src/index.ts": 'export { a as initialOf } from "./text.js";',
        "src/text.ts": "export const a = (name: string) => name; export const b = () => null;",
      },
      ["{ a as", "{ b as"],
    ],
    [
      "a default export",
      {
        [model]: indexedBy(uses, 'import initialOf from "../text.js";'),
        "src/text.ts": "export default (name: string) => name.slice(0, 1);",
      },
      change,
    ],
    [
      "a function that is the default export",
      {
        [model]: indexedBy(uses, 'import initialOf from "../text.js";'),
        "src/text.ts": "const first = (name: string) => name.slice(0, 1); export default first;",
      },
      change,
    ],
    [
      "a member of a module",
      {
        [model]: indexedBy("(thing) => text.initialOf(thing.spec.name)", 'import * as text from "../text.js";'),
        "src/text.ts": helper,
      },
      change,
    ],
    [
      "a module that is used as a whole",
      {
        [model]: indexedBy(
          "(thing) => Object.values(text)[0]?.(thing.spec.name)",
          'import * as text from "../text.js";',
        ),
        "src/text.ts": 'export * from "./more.js";',
        "src/more.ts": helper,
      },
      change,
    ],
    [
      "a class that another extends",
      {
        [model]: indexedBy(
          "(thing) => new Part(thing).first()",
          "class Base { constructor(readonly thing: Thing) {} first() { return this.thing.spec.name.slice(0, 1); } } class Part extends Base {}",
        ),
      },
      change,
    ],
    [
      "a getter",
      {
        [model]: indexedBy(
          "() => sizes.one",
          "const first = () => 1; const sizes = { get one() { return first(); } };",
        ),
      },
      ["() => 1", "() => 2"],
    ],
    ["an enumeration", { [model]: indexedBy("() => Size.Small", 'enum Size { Small = "s" }') }, ['"s"', '"t"']],
    [
      "a namespace",
      { [model]: indexedBy("() => Sizes.small", 'namespace Sizes { export const small = "s"; }') },
      ['"s"', '"t"'],
    ],
    [
      "JSON",
      {
        [model]: indexedBy("() => sizes.small", 'import sizes from "../sizes.json" with { type: "json" };'),
        "src/sizes.json": '{ "small": "s" }',
      },
      ['"s"', '"t"'],
    ],
    [
      "what assigns a variable",
      { [model]: indexedBy("() => size", "let size = 1; function grow() { size = 2; } grow();") },
      ["size = 2", "size = 3"],
    ],
    [
      "what fills a table when the file is loaded",
      {
        [model]: importing("../table.js", "table as initialOf"),
        "src/table.ts": "export const table: any = () => 0; table.size = 1;",
      },
      ["size = 1", "size = 2"],
    ],
    [
      "what a module it imports does when it is loaded",
      {
        [model]: indexedBy("() => globalThis.name", 'import "../effect.js";'),
        "src/effect.ts": "globalThis.name = 1;",
      },
      ["= 1", "= 2"],
    ],
    [
      "a module that is loaded later",
      { [model]: indexedBy("() => first", 'const first = await import("../text.js");'), "src/text.ts": helper },
      change,
    ],
    [
      "all of the file where it runs text",
      { [model]: indexedBy('() => eval("size(1)")', "export const size = (given: number) => given;") },
      ["=> given", "=> -given"],
    ],
    [
      "a script",
      {
        [model]: importing("../text.js"),
        "src/text.js": 'import { first } from "./first.js"; export const initialOf = first;',
        "src/first.js": "export const first = (name) => name.slice(0, 1);",
      },
      change,
    ],
    [
      "a declared script",
      {
        [model]: importing("../text.js"),
        "src/text.d.ts": "export function initialOf(name: string): string;",
        "src/text.js": "export const initialOf = (name) => name.slice(0, 1);",
      },
      change,
    ],
    [
      "functions that call each other",
      {
        [model]: importing("../a.js"),
        "src/a.ts": 'import { other } from "./b.js"; export const initialOf = (name: string): string => other(name);',
        "src/b.ts":
          'import { initialOf } from "./a.js"; export const other = (name: string): string => name === "" ? "" : initialOf(name.slice(0, 1));',
      },
      change,
    ],
  ];
  test.each(cases)("%s", (_, files, replaced) => {
    expect(isChanged(files, replaced)).toBe(true);
  });
});

describe("of conversions changes with", () => {
  const from = "const fromOld = (old: { name: string }) => ({ spec: { name: initialOf(old.name) } });";
  test.each([
    ["a function that is named", "fromOld"],
    ["a function that stands there", "(old: Thing) => ({ spec: { name: initialOf(old.spec.name) } })"],
    ["a method", ""],
  ])("what is called by %s", (_, given) => {
    const conversion = given === "" ? "v0(old: Thing) { return initialOf(old.spec.name); }" : `v0: ${given}`;
    const hashOf = (size: number): string | undefined => {
      const declared = indexedBy("() => 1", `import { initialOf } from "../text.js"; ${from}`);
      const files = {
        ...settings,
        [model]: declared.replace(
          "  indexes:",
          `  storage: true, convert: { from: { ${conversion} }, to: {} },\n  indexes:`,
        ),
        "src/text.ts": helper.replace("(0, 1)", `(0, ${size})`),
      };
      return readFiles(files).project.models[0]?.conversions?.[0]?.from;
    };
    expect(hashOf(1)).toMatch(/^[0-9a-f]{32}$/);
    expect(hashOf(2)).not.toBe(hashOf(1));
  });
});

describe("stays as it is with", () => {
  const first =
    "const size = 1; const initialOf = (name: string) => { if (name) return name.slice(0, size); return null; };";
  const other = (declarations: string, code = uses): Files => ({ [model]: indexedBy(code, declarations) });
  const cases: readonly (readonly [what: string, before: Files, after: Files])[] = [
    ["comments", other(first), other(`/** Text. */ ${first.replace("if", "/* Ask */ if")} // End`)],
    [
      "format",
      other(first),
      other(
        `const size = (1)\r\nconst initialOf = (\n  name: string,\n) => {\n  if (name) return name.slice(0, size,)\n\n  return null\n}`,
      ),
    ],
    ["quotes", other("", '() => "one"'), other("", "() => 'one'")],
    [
      "types",
      other(first),
      other(
        first.replace("name: string)", "name: Exclude<string, 'a'>): unknown").replace("(0, size)", "(0, size as 1)!"),
      ),
    ],
    [
      "what it does not use",
      other(first),
      other(`${first} export const unrelated = (name: string) => name + size; interface Other {}`),
    ],
    [
      "another order",
      other(`const size = 1; ${first.replace("const size = 1; ", "")}`),
      other(`${first.replace("const size = 1; ", "")} const size = 1;`),
    ],
    ["the same code in another file", other(helper), { [model]: importing("../text.js"), "src/text.ts": helper }],
    [
      "another name of an import",
      { [model]: importing("../text.js"), "src/text.ts": helper },
      {
        [model]: indexedBy("(thing) => first(thing.spec.name)", 'import { initialOf as first } from "../text.js";'),
        "src/text.ts": helper,
      },
    ],
    [
      "another export of the same file",
      { [model]: importing("../text.js"), "src/text.ts": helper },
      {
        [model]: importing("../text.js"),
        "src/text.ts": `${helper} export function unrelated() { return initialOf("a"); }`,
      },
    ],
    [
      "the types of Node.js",
      { [model]: indexedBy("(thing) => inspect(thing.spec.name)", 'import { inspect } from "node:util";') },
      {
        [model]: indexedBy("(thing) => inspect(thing.spec.name)", 'import { inspect } from "node:util";'),
        "tsconfig.json": settings["tsconfig.json"]?.replace('"types": []', '"types": ["node"]') ?? "",
        "src/needy.d.ts": "type Needy = NodeJS.Dict;",
        "node_modules/@types/node/package.json":
          '{ "name": "@types/node", "version": "20.0.0", "types": "index.d.ts" }',
        "node_modules/@types/node/index.d.ts":
          'declare namespace NodeJS { interface Dict {} } declare module "node:util" { export function inspect(value: unknown): string; }',
      },
    ],
    [
      "what is generated",
      { [model]: importing("../generated/text.js") },
      {
        [model]: importing("../generated/text.js"),
        "src/generated/text.ts": `// Generated by cmgen from src/models. Do not edit.\n${helper}`,
      },
    ],
  ];
  test.each(cases)("%s", (_, before, after) => {
    expect(codeHash(after)).toBe(codeHash(before));
  });
});

describe("is another for other code", () => {
  const pairs: readonly (readonly [one: string, other: string])[] = [
    ['() => "a"', "() => a"],
    ["(a) => { for (; a; ) b(); }", "(a) => { for (;; a) b(); }"],
    ["({ a: b }) => 1", "({ a = b }) => 1"],
    ["(a) => { if (a); else b(); }", "(a) => { if (a) b(); }"],
    ["(a) => (a?.b).c", "(a) => a?.b.c"],
    ["(a) => -a", "(a) => +a"],
    ["(a) => a++", "(a) => a--"],
    ["(a) => a + 1 * 2", "(a) => (a + 1) * 2"],
    ["() => { let a = 1; return () => a; }", "() => { var a = 1; return () => a; }"],
    ["(a) => `${a}b`", "(a) => `b${a}`"],
    ["(a) => String.raw`\\n`", "(a) => String.raw`\n`"],
    ["async () => 1", "() => 1"],
    ["(a) => /a/.test(a)", "(a) => /a/i.test(a)"],
    ["() => ({})", "() => {}"],
    ["() => new.target", "() => import.meta"],
  ];
  test.each(pairs)("%s and %s", (one, two) => {
    expect(codeHash({ [model]: indexedBy(one) })).not.toBe(codeHash({ [model]: indexedBy(two) }));
  });
});

describe("of packages are", () => {
  const installed = (version: string): Files => ({
    [model]: importing("@acme/text/first"),
    "node_modules/@acme/text/package.json": `{ "name": "@acme/text", "version": "${version}", "exports": { "./first": { "types": "./first.d.ts" } } }`,
    "node_modules/@acme/text/first.d.ts":
      "export declare function initialOf(name: string): string;\nexport declare function other(name: string): string;",
  });

  test("the version", () => {
    expect(isChanged(installed("1.0.0"), ["1.0.0", "1.0.1"])).toBe(true);
    expect(isChanged(installed("1.0.0"), ["name: string", "given: string"])).toBe(false);
  });

  test("the name that is imported", () => {
    expect(isChanged(installed("1.0.0"), ["{ initialOf }", "{ other as initialOf }"])).toBe(true);
  });

  test("what a module of the plugin exports again", () => {
    const again: Files = {
      ...installed("1.0.0"),
      [model]: importing("../text.js"),
      "src/text.ts": 'export * from "@acme/text/first";',
    };
    expect(isChanged(again, ["1.0.0", "1.0.1"])).toBe(true);
    expect(
      isChanged({ ...again, "src/text.ts": 'export { other as initialOf } from "@acme/text/first";' }, [
        "1.0.0",
        "1.0.1",
      ]),
    ).toBe(true);
  });

  test("the version without declarations", () => {
    const { "node_modules/@acme/text/first.d.ts": _, ...files } = installed("1.0.0");
    expect(isChanged(files, ["1.0.0", "1.0.1"])).toBe(true);
  });

  test("the script where the package is linked to where it is written", () => {
    const paths = '"paths": { "@acme/text": ["./linked/text.d.ts"] }';
    const files: Files = {
      "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], ${paths} } }`,
      [model]: importing("@acme/text"),
      "linked/text.d.ts": "export declare function initialOf(name: string): string;",
      "linked/text.js": helper.replaceAll(": string", ""),
    };
    expect(isChanged(files, change)).toBe(true);
  });

  test("the TypeScript of a package that is linked", () => {
    const hashOf = (size: number): string | undefined => {
      const root = writePlugin({
        ...settings,
        [model]: importing("@acme/text"),
        "packages/text/package.json": '{ "name": "@acme/text", "version": "1.0.0", "exports": "./text.ts" }',
        "packages/text/text.ts": helper.replace("(0, 1)", `(0, ${size})`),
      });
      try {
        mkdirSync(join(root, "node_modules/@acme"));
        symlinkSync(join(root, "packages/text"), join(root, "node_modules/@acme/text"), "dir");
        return readProject(root, defaultConfig).project.models[0]?.indexes[0]?.codeHash;
      } finally {
        rmSync(root, { recursive: true });
      }
    };
    expect(hashOf(1)).toBe(codeHash({ [model]: importing("../text.js"), "src/text.ts": helper }));
    expect(hashOf(2)).not.toBe(hashOf(1));
  });

  test("the names of Node's modules", () => {
    const files: Files = { [model]: importing("node:util", "inspect as initialOf") };
    expect(isChanged(files, ["node:util", "node:path"])).toBe(true);
    expect(isChanged(files, ["node:util", "util"])).toBe(false);
  });
});

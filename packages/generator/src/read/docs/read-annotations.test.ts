import { describe, expect, test } from "vitest";

import { bare, namedTypesOf, problemsIn, readSpec } from "../plugin.test.fixture.js";

/** The property `x` with the given comment before it. */
function propertyWith(comment: string, type = "string", declarations = ""): unknown {
  const { project, diagnostics } = readSpec(`{\n  ${comment}\n  x?: ${type} }`, declarations);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const spec = project.models[0]?.spec?.type;
  return bare(spec?.shape === "object" ? spec.properties[0] : undefined);
}

function problemsWith(comment: string, type = "string"): string[] {
  return problemsIn(readSpec(`{\n  ${comment}\n  x?: ${type} }`));
}

describe("constraints", () => {
  test.each([
    ["/** @maxLength 100 */", "string", { maxLength: 100 }],
    ["/** Full name. @maxLength 100 */", "string", { maxLength: 100 }],
    ["/** @minLength 1 @maxLength 100 */", "string", { minLength: 1, maxLength: 100 }],
    ["/** @pattern ^[a-z]+$ */", "string", { pattern: "^[a-z]+$" }],
    ['/** @pattern "^a*\\\\/$" */', "string", { pattern: "^a*\\/$" }],
    ["/** @format email */", "string", { format: "email" }],
    ["/** @minimum 0 @maximum 150 */", "Integer", { minimum: 0, maximum: 150 }],
    [
      "/** @exclusiveMinimum -1.5 @exclusiveMaximum 1e3 */",
      "number",
      { exclusiveMinimum: -1.5, exclusiveMaximum: 1000 },
    ],
    ["/** @multipleOf 0.5 */", "number", { multipleOf: 0.5 }],
    ["/** @minItems 1 @maxItems 9 @uniqueItems */", "string[]", { minItems: 1, maxItems: 9, uniqueItems: true }],
    ["/** @uniqueItems false */", "string[]", { uniqueItems: false }],
    ["/** @minProperties 1 @maxProperties 9 */", "Record<string, string>", { minProperties: 1, maxProperties: 9 }],
  ])("%s on %s", (comment, type, constraints) => {
    expect(propertyWith(comment, type)).toMatchObject({ type: { constraints } });
  });

  test("go to the member of a union that they are about", () => {
    expect(propertyWith("/** @maxLength 5 @minimum 1 */", "string | number | null")).toMatchObject({
      type: {
        members: [
          { shape: "string", constraints: { maxLength: 5 } },
          { shape: "number", constraints: { minimum: 1 } },
          { shape: "null" },
        ],
      },
    });
  });
});

describe("what describes", () => {
  test("title, deprecated and examples", () => {
    const comment = '/**\n * Text.\n * @title A title\n * @deprecated Use y.\n * @example Ann\n * @example "Bob"\n */';
    expect(propertyWith(comment)).toMatchObject({
      documentation: { description: "Text.", title: "A title", deprecated: "Use y.", examples: ["Ann", "Bob"] },
    });
  });

  test("an example in a code fence is for people", () => {
    expect(propertyWith("/**\n * @example\n * ```ts\n * x\n * ```\n */")).not.toHaveProperty("documentation");
  });

  test.each([
    ["@default 5", "number", 5],
    ["@default true", "boolean", true],
    ["@default MALE", "string", "MALE"],
    ['@default "5"', "string", "5"],
    ['@default ""', "string", ""],
    ["@default null", "string | null", null],
    ['@default { "a": ["b"] }', "Record<string, string[]>", { a: ["b"] }],
  ])("%s", (tag, type, expected) => {
    expect(propertyWith(`/** ${tag} */`, type)).toMatchObject({ default: expected });
  });

  test("@immutable and @listKey", () => {
    expect(propertyWith("/** @immutable @listKey id */", "{ id: string }[]")).toMatchObject({
      immutable: true,
      listKey: "id",
    });
    expect(propertyWith("/** @immutable false */")).not.toHaveProperty("immutable");
  });
});

describe("aliases", () => {
  const declarations = `
    /** A short name. @maxLength 5 @default Ann @immutable */
    type Name = string;
    /** @minLength 1 */
    type Strict = Name;`;

  test("hold their tags, and pass on what belongs to properties", () => {
    expect(propertyWith("", "Strict", declarations)).toMatchObject({
      type: { shape: "ref", name: "Strict" },
      default: "Ann",
      immutable: true,
    });
    expect(namedTypesOf("{ x: Strict }", declarations)).toEqual({
      Name: { shape: "string", constraints: { maxLength: 5 } },
      Strict: { shape: "ref", name: "Name", constraints: { minLength: 1 } },
    });
  });

  test("are overridden where they are used", () => {
    expect(propertyWith("/** @maxLength 9 @default Bob @immutable false */", "Name", declarations)).toMatchObject({
      type: { shape: "ref", name: "Name", constraints: { maxLength: 9 } },
      default: "Bob",
    });
  });

  test("pass on through null", () => {
    expect(propertyWith("", "Name | null", declarations)).toMatchObject({ default: "Ann" });
  });
});

describe("slips", () => {
  test.each([
    ["/** @maxLenght 5 */", ["CM4001 @maxLenght 5"]],
    ["/** Text. @maxlength 5 */", ["CM4001 @maxlength 5"]],
    ["/** @examples a */", ["CM4001 @examples a"]],
    ["/** @required */", ["CM4002 @required"]],
    ["/** @maxLength x */", ["CM4003 @maxLength x"]],
    ["/** @maxLength -1 */", ["CM4003 @maxLength -1"]],
    ["/** @maxLength 1.5 */", ["CM4003 @maxLength 1.5"]],
    ["/** @maxLength 5 The name. */", ["CM4003 @maxLength 5 The name."]],
    ["/** @minimum 0x10 */", ["CM4003 @minimum 0x10"]],
    ["/** @multipleOf 0 */", ["CM4003 @multipleOf 0"]],
    ["/** @uniqueItems yes */", ["CM4003 @uniqueItems yes"]],
    ["/** @pattern [a */", ["CM4003 @pattern [a"]],
    ["/** @format emial */", ["CM4003 @format emial"]],
    ["/** @default { */", ["CM4003 @default {"]],
    ["/** @default 007 */", ["CM4003 @default 007"]],
    ["/** @schema [] */", ["CM4003 @schema []"]],
    ['/** @schema { "type": "text" } */', ['CM4003 @schema { "type": "text" }']],
    ["/** @listKey a b */", ["CM4003 @listKey a b"]],
    ["/** @maxLength */", ["CM4004 @maxLength"]],
    ["/** @default */", ["CM4004 @default"]],
  ])("%s", (comment, expected) => {
    expect(problemsWith(comment)).toEqual(expected);
  });

  test.each([
    "/** @see Person */",
    "/** @remarks Long. @internal */",
    "/** @param x nothing */",
    "/** @wholly unknown */",
    "/** Mail to @home. */",
    "/** `@maxLenght 5` */",
    "// @maxLenght 5",
    "/* @maxLenght 5 */",
  ])("%s passes", (comment) => {
    expect(problemsWith(comment)).toEqual([]);
  });

  test("are told once for a type that is met twice", () => {
    const declarations = "interface A {\n /** @maxLenght 5 */\n a: string }";
    expect(problemsIn(readSpec("{ x: A; y: A; z: Partial<A> }", declarations))).toEqual(["CM4001 @maxLenght 5"]);
  });
});

test("the comment of the line above is not that of the next", () => {
  const { project } = readSpec("{\n a: string; /** Of a. */\n b: string;\n /** Of c. */ c: string }");
  const spec = project.models[0]?.spec?.type;
  expect(spec?.shape === "object" && spec.properties.map(({ documentation }) => documentation.description)).toEqual([
    "",
    "",
    "Of c.",
  ]);
});

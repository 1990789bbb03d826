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
    ["/**\n * Full name.\n * @maxLength 100\n */", "string", { maxLength: 100 }],
    ['/** @example "Ann" @minLength 1 @maxLength 100 */', "string", { minLength: 1, maxLength: 100 }],
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
    const comment =
      '/**\n * Text.\n * @title A title\n * @deprecated Use y.\n * @example "Ann"\n * @example "Bob"\n */';
    expect(propertyWith(comment)).toMatchObject({
      documentation: { description: "Text.", title: "A title", deprecated: "Use y.", examples: ["Ann", "Bob"] },
    });
  });

  test.each([
    "/**\n * @example\n * ```ts\n * x\n * ```\n */",
    "/**\n * @example\n * ```json\n * 5\n * ```\n */",
    "/** @example */",
    "/** @example Ann */",
    "/** @example { */",
    "/** @example 007 */",
    "/** @example new Thing({ x: 1 }) */",
    "/** @example Set @min 3 or `@maxLength 5` */",
    "/**\n * @example\n * @Min(3)\n * age: number;\n */",
  ])("%s is for people", (comment) => {
    expect(propertyWith(comment)).not.toHaveProperty("documentation");
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
    /**
     * A short name.
     * @maxLength 5 @default Ann @immutable
     */
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
    ["/** Text. @maxlength 5 */", ["CM4040 @maxlength 5"]],
    ["/** See foo@bar.com; @default values apply. */", ["CM4040 @default values apply."]],
    ["/** Full name. @maxLength 100 */", ["CM4040 @maxLength 100"]],
    ["/** e.g. @minimum of the list */", ["CM4040 @minimum of the list"]],
    ["/** @deprecated Use y. @maxLength 5 */", ["CM4040 @maxLength 5"]],
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

  test("are reported once for a type that is met twice", () => {
    const declarations = "interface A {\n /** @maxLenght 5 */\n a: string }";
    expect(problemsIn(readSpec("{ x: A; y: A; z: Partial<A> }", declarations))).toEqual(["CM4001 @maxLenght 5"]);
  });
});

/** What a property's comment is said to be replaced by. */
function mendsWith(comment: string, type: string): string[] {
  return readSpec(`{\n  ${comment}\n  x?: ${type} }`).diagnostics.map(({ code, fix }) => `${code} ${fix}`);
}

describe("tags of other tools", () => {
  test.each([
    ["@min 3", "number", "CM4012 Write `@minimum 3`."],
    ["@min 3", "string", "CM4012 Write `@minLength 3`."],
    ["@min 3", "string | null", "CM4012 Write `@minLength 3`."],
    ["@max 3", "readonly string[]", "CM4012 Write `@maxItems 3`."],
    ["@Min(3)", "number", "CM4012 Write `@minimum 3`."],
    ["@min: 3", "number", "CM4012 Write `@minimum 3`."],
    ["@max", "number", "CM4012 Write `@maximum …`."],
    ["@gt 0", "number", "CM4012 Write `@exclusiveMinimum 0`."],
    ["@range 0 10", "number", "CM4012 Write `@minimum 0 @maximum 10`."],
    ["@range 0-10", "number", "CM4012 Write `@minimum 0 @maximum 10`."],
    ["@range [-1.5, 10]", "number", "CM4012 Write `@minimum -1.5 @maximum 10`."],
    ["@length 2 5", "string", "CM4012 Write `@minLength 2 @maxLength 5`."],
    ["@Length(2, 5)", "string", "CM4012 Write `@minLength 2 @maxLength 5`."],
    ["@size 5", "string[]", "CM4012 Write `@minItems 5 @maxItems 5`."],
    ["@minLen 3", "string", "CM4012 Write `@minLength 3`."],
    ["@max_len 3", "string", "CM4012 Write `@maxLength 3`."],
    ["@MinLength(3)", "string", "CM4012 Write `@minLength 3`."],
    ["@maxLength(3)", "string", "CM4012 Write `@maxLength 3`."],
    ["@regex ^a$", "string", "CM4012 Write `@pattern ^a$`."],
    ["@Matches(/^a$/)", "string", "CM4012 Write `@pattern ^a$`."],
    ["@email", "string", "CM4012 Write `@format email`."],
    ["@IsEmail()", "string", "CM4012 Write `@format email`."],
    ["@url", "string", "CM4012 Write `@format uri`."],
    ["@TJS-format email", "string", "CM4012 Write `@format email`."],
    ["@contentEncoding base64", "string", "CM4012 Write `@format byte` for base64: there is no other encoding."],
    ['@contains {"const":1}', "number[]", /`@schema \{ "type": "array", "contains": \{"const":1\} \}`, or the `check`/],
    ["@unique()", "string", "CM4012 Write `@unique`."],
    ["@readonly", "string", /^CM4012 Write `@immutable` .* put `readonly` before the property\.$/],
    ["@readOnly true", "string", /`@immutable`/],
    ["@indexed", "string", "CM4012 Write `@index`."],
    ["@id", "string", /`metadata.name`/],
    ["@ref Person", "string", /^CM4012 .*`Ref<Person>`/],
    ["@relation(fields: [authorId], references: [id])", "string", /^CM4012 .*`Ref<Person>`/],
    ["@updatedAt", "string", /^CM4012 .*`@filled`/],
    ["@default(now())", "string", /^CM4012 .*`@default` takes a constant/],
    ["@default(cuid())", "string", /^CM4012 .*`@filled`/],
    ["@default(open)", "string", "CM4012 Write `@default open`."],
    ["@integer", "number", "CM4002 Write the type `Integer` of `@cmgen/model`."],
    ["@asType integer", "number", /^CM4002 .*`Integer`/],
    ["@TJS-type integer", "number", /^CM4002 .*`Integer`/],
    ["@type uint32", "number", /^CM4002 .*`Integer`/],
    ["@required", "string", "CM4002 Write the property without `?`."],
    ["@optional", "string", "CM4002 Write `?` after the property's name."],
    ["@nullable", "string", "CM4002 Write `| null` after the type."],
    ["@enum a, b", "string", /^CM4002 Write a union of literals/],
    ["@timestamp", "string", /^CM4002 .*`Timestamp`/],
    ["+optional", "string", /^CM4002 Write `\?`/],
    ["+kubebuilder:validation:Maximum=10", "number", "CM4012 Write `@maximum 10`."],
    ["+kubebuilder:validation:Enum=a;b", "string", /^CM4002 .*union of literals/],
    ["+kubebuilder:validation:XValidation:rule=x", "string", /^CM4012 .*`check` of `defineModel`/],
    ["+kubebuilder:default=5", "number", "CM4012 Write `@default 5`."],
    ["+k8s:minLength=1", "string", "CM4012 Write `@minLength 1`."],
    ["+listMapKey=name", "string[]", "CM4012 Write `@listKey name`."],
  ])("%s on %s", (tag, type, expected) => {
    expect(mendsWith(`/** ${tag} */`, type)).toEqual([
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    ]);
    expect(mendsWith(`/**\n * Text.\n * ${tag}\n * More text.\n */`, type)).toHaveLength(1);
  });

  test.each([
    ["@min 0 @max 150", 2],
    ["@minimum 0 @integer", 1],
    ["@maxLength 5 @email @uuid", 2],
  ])("%s has %d behind another", (text, count) => {
    expect(mendsWith(`/** ${text} */`, "string")).toHaveLength(count);
  });

  test.each([
    "Say @min 3 in the middle.",
    "Age. @min 0 @max 150",
    "Where to write to. @email",
    "Its name. @required",
    "Values above @min are fine",
    "Write to @email",
    "Sent by e.g. @email",
    "Replaces @readonly and @indexed of old.",
    "Same as @min 3,\n * but larger.",
    "Ask us. @email me for more.",
    "@see the @min 3",
    "@remarks Was @indexed before.",
    "@type {string}",
    "@enum {string}",
    "@enum",
    "@const",
    "@constant {number}",
    "@author Ann\n * @date 2024-01-31\n * @email ann@example.com",
    "@url https://example.com",
    "@ref Section 3 of the handbook",
    "@size of it does not matter",
    "@time O(n)",
    "@id of the other one",
    "@not what you think",
    "@module\n * @class\n * @static\n * @kind member\n * @name x\n * @inner\n * @this {x}",
    "@categoryDescription x\n * @hideGroups\n * @useDeclaredType\n * @expand\n * @document x.md",
    "@deprecated: since 2.0",
    "@example: 5",
    "Options:\n * + optional\n * +1 for this\n * +optional for now",
    "`@min 3` and {@link min}",
    "```\n * @min 3\n * ```",
    "@unit kg",
    "@uuids are long",
  ])("%s is prose", (text) => {
    expect(mendsWith(`/** ${text} */`, "string")).toEqual([]);
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

test("a tag in a sentence is never data, and its comment is printed corrected", () => {
  const { project, diagnostics } = readSpec("{\n  /** See foo@bar.com; @default values apply. */\n  x?: string }");
  expect(JSON.stringify(project.models)).not.toContain('"values apply."');
  expect(diagnostics).toMatchObject([
    {
      code: "CM4040",
      fix: expect.stringContaining("/**\n * See foo@bar.com; `@default` values apply.\n */") as string,
    },
  ]);
});

describe("tags in a comment that is not read", () => {
  test.each([
    ["x?: string; /** @maxLength 5 */", "@maxLength 5"],
    ["x?: string /** @maxLength 5 */;", "@maxLength 5"],
    ["x?: string; // @maxLength 5", "@maxLength 5"],
    ["x?: string, // At most five. @maxLength 5", "At most five.\n * @maxLength 5"],
    ["// @maxLength 5\n x?: string;", "@maxLength 5"],
    ["/* @maxLength 5 */\n x?: string;", "@maxLength 5"],
    ["/** @maxLength 5 */\n /** The name. */\n x?: string;", "The name.\n * @maxLength 5"],
    ["/** The name. */\n x?: string; // @maxLength 5", "The name.\n * @maxLength 5"],
    ["x?: string; // @maxLength 5\n y?: string;", "@maxLength 5"],
  ])("%j is reported, with the comment as it is read", (members, corrected) => {
    const { diagnostics } = readSpec(`{\n ${members}\n}`);
    expect(diagnostics).toMatchObject([
      { code: "CM4041", fix: expect.stringContaining(`/**\n * ${corrected}\n */`) as string },
    ]);
  });

  test("on an alias and on an interface as well", () => {
    expect(problemsIn(readSpec("{ x?: Short }", "// @maxLength 5\ntype Short = string;"))).toEqual([
      "CM4041 @maxLength",
    ]);
    expect(problemsIn(readSpec("{ x?: Short }", "type Short = string; // @maxLength 5"))).toEqual([
      "CM4041 @maxLength",
    ]);
    const part = "/* @minProperties 1 */\ninterface Part { a?: string }";
    expect(problemsIn(readSpec("{ x?: Part }", part))).toEqual(["CM4041 @minProperties"]);
  });

  test.each([
    "x?: string; // see `@maxLength 5`",
    "x?: string; // the @default of it",
    "x?: string; // @ts-expect-error @todo",
    "x?: string; // for ann@example.com",
    "a?: string; /** @maxLength 5 */ x?: string;",
    "/** @maxLength 5 */ x?: string;",
    "// eslint-disable-next-line @typescript-eslint/no-explicit-any\n x?: string;",
  ])("%j has none", (members) => {
    expect(problemsIn(readSpec(`{\n ${members}\n}`))).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import {
  literal,
  named,
  object,
  oneOf,
  ref,
  scalar,
  string,
  tagged,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { check } from "./check-value.js";

describe("names that mean something to JavaScript", () => {
  const hostile = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "class",
    "a-b",
    "1",
    "",
    "a\nb",
    "*/",
    "`${x}`",
    "é",
    "\u2028",
    '"',
    "\\",
  ];

  test.each(hostile)("%j can be declared", (name) => {
    const type = object({ [`${name}?`]: string() });
    expect(check(type, own(name, "x"))).toEqual([]);
    expect(check(type, own(name, 1))).toEqual([`/${name.replaceAll("/", "~1")} type: must be a string`]);
    expect(check(type, {})).toEqual([]);
    expect(check(object({ [name]: string() }), {})).toEqual([`/${name.replaceAll("/", "~1")} required: is required`]);
  });

  test.each(hostile)("%j is unknown where it is not declared", (name) => {
    expect(check(object({ "a?": string() }), own(name, {}))).toEqual([
      `/${name.replaceAll("/", "~1")} additionalProperties: is not a known field`,
    ]);
  });

  test.each(hostile)("%j can be a value, a pattern, a tag and a default", (text) => {
    const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const type = object({
      a: literal(text),
      b: oneOf(text, "other"),
      c: string({ pattern }),
      d: { type: string(), default: text },
      e: tagged(text, object({ [text]: literal(text) }), object({ [text]: literal("other") })),
    });
    expect(check(type, { a: text, b: text, c: text, e: own(text, text) })).toEqual([]);
  });

  function own(name: string, value: unknown): unknown {
    return JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`);
  }
});

test("names that the compiler has for its own variables are names like others", () => {
  const own = [
    "schema0",
    "pattern0",
    "func0",
    "obj0",
    "formats0",
    "validate0",
    "wrapper0",
    "errors",
    "vErrors",
    "data",
    "instancePath",
    "err0",
    "key0",
  ];
  const bodies = {
    date: scalar("timestamp"),
    choice: oneOf("a", "b"),
    text: string({ pattern: "^a", minLength: 1 }),
    tree: ref("Tree"),
  };
  const types = [named("Tree", object({ "wrapper0?": ref("Tree"), "validate?": ref("Tree") }))];
  const type = object({
    ...Object.fromEntries(own.map((name) => [`${name}?`, string({ maxLength: 1, pattern: "^b" })])),
    ...Object.fromEntries(Object.entries(bodies).map(([name, body]) => [`${name}?`, body])),
  });
  const good = Object.fromEntries(own.map((name) => [name, "b"]));
  expect(
    check(
      type,
      { ...good, date: "2024-01-01T00:00:00Z", choice: "a", text: "a", tree: { wrapper0: {}, validate: {} } },
      types,
    ),
  ).toEqual([]);
  expect(check(type, Object.fromEntries(own.map((name) => [name, 1])), types)).toEqual(
    own.map((name) => `/${name} type: must be a string`),
  );
});

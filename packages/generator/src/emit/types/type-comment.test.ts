import fc from "fast-check";
import { expect, test } from "vitest";

import { hostileText } from "../../render/hostile-text.test.fixture.js";
import { nothing, scalar, string, template, union } from "../../model/type-builders.test.fixture.js";
import { typeComment } from "./type-comment.js";

const documentation = { description: "" };

test("nothing to say is no comment", () => {
  expect(typeComment({ documentation, type: string() })).toBe("");
});

test("what the type cannot say are tags", () => {
  const subject = {
    documentation: { description: "A name.", title: "Name", deprecated: true, examples: ["x", 1] },
    type: scalar("integer", { minimum: 0 }),
    default: true,
    immutable: true,
    listKey: "id",
  };
  expect(
    typeComment(subject)
      .split("\n")
      .map((line) => line.replace(/^[ /]\*+ ?/, "")),
  ).toEqual([
    "",
    "A name.",
    "",
    "@title Name",
    "@type integer",
    "@minimum 0",
    "@default true",
    "@immutable",
    "@listKey id",
    "@deprecated",
    '@example "x"',
    "@example 1",
    "/",
    "",
  ]);
});

test("formats that the emitted type no longer shows are named", () => {
  expect(typeComment({ documentation, type: scalar("int64") })).toBe("/** @format int64 */\n");
  expect(typeComment({ documentation, type: scalar("timestamp") })).toBe("/** @format date-time */\n");
});

test("a template literal type says its own pattern, but not one that a tag gave it", () => {
  const type = template("^a-", "`a-${string}`");
  expect(typeComment({ documentation, type })).toBe("");
  expect(typeComment({ documentation, type: { ...type, tagSpans: { pattern: type.span } } })).toBe(
    "/** @pattern ^a- */\n",
  );
});

test("a union has the tags of its members, where they agree", () => {
  const type = union(string({ maxLength: 3 }), scalar("number", { minimum: 1 }), nothing);
  expect(typeComment({ documentation, type })).toBe("/**\n * @maxLength 3\n * @minimum 1\n */\n");
  expect(typeComment({ documentation, type: union(string({ maxLength: 3 }), string({ maxLength: 4 })) })).toBe("");
});

test("a text neither ends the comment nor speaks to the compiler or the editor", () => {
  const description = "ends */ here\n@ts-ignore\n  @deprecated";
  const comment = typeComment({
    documentation: { description, title: "a\n@deprecated */" },
    type: string({ pattern: "*/\n@x" }),
  });
  expect(comment.indexOf("*/")).toBe(comment.length - 3);
  expect(comment.match(/^ \* *@\w+/gm)).toEqual([" * @title", " * @pattern"]);
});

test("nor does any other text, whatever is left out of it", () => {
  const isQuiet = (text: string): void => {
    const comment = typeComment({
      documentation: { description: `A.\n${text}`, title: text, examples: [text] },
      type: string({ pattern: text }),
      default: text,
    });
    expect(comment.indexOf("*/")).toBe(comment.length - 3);
    const tags = comment.match(/^(?: \* *|\/\*\* *)@\w+/gm) ?? [];
    expect(tags.map((tag) => tag.replace(/^.*@/, ""))).toEqual(["title", "pattern", "default", "example"]);
  };
  isQuiet("\u0001@ts-ignore");
  fc.assert(fc.property(hostileText, isQuiet), { numRuns: 500 });
});

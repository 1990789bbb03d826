import fc from "fast-check";
import { expect, test } from "vitest";

import { commentText, docComment, lineText, stringLiteral } from "./text.js";

const evaluate = (expression: string): unknown => new Function(`return ${expression}`)();

test("a string literal evaluates to its text, whatever the text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => evaluate(stringLiteral(text)) === text));
  for (const text of ['"', "`${1}`", "\\", "\u2028", "__proto__", "*/"]) {
    expect(evaluate(stringLiteral(text))).toBe(text);
  }
});

test("no text ends the comment it is in", () => {
  const hostile = fc.stringMatching(/^[*/\n\r\u2028 a]*$/);
  fc.assert(fc.property(hostile, (text) => evaluate(`(${docComment(text)} 1)`) === 1));
  fc.assert(fc.property(hostile, (text) => !/[\n\r\u2028]/.test(lineText(text))));
});

test("text of one line makes a comment of one line, more lines make a block", () => {
  expect(docComment("A person.")).toBe("/** A person. */\n");
  expect(docComment("A person.\r\n\r\nWith a name.")).toBe("/**\n * A person.\n *\n * With a name.\n */\n");
  expect(docComment(" \n ")).toBe("");
});

test("control characters are left out, tabs and newlines kept", () => {
  expect(commentText("a\u0000b\tc\nd")).toBe("ab\tc\nd");
});

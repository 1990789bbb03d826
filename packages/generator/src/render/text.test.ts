import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { brokenEnds, hostileText } from "./hostile-text.test.fixture.js";
import { commentText, docComment, lineText, sourceText, stringLiteral } from "./text.js";

const evaluate = (expression: string): unknown => new Function(`return ${expression}`)();

/** What no line of source should hold: an editor would not show it, or show something else. */
const hidden = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

test("a string literal evaluates to its text, whatever the text, and hides nothing", () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.string({ unit: "binary" })), (text) => {
      expect(evaluate(stringLiteral(text))).toBe(text);
      expect(stringLiteral(text)).not.toMatch(hidden);
    }),
  );
});

describe("no text ends the comment it is in", () => {
  const isComment = (text: string): void => {
    expect(evaluate(`(${docComment(text)} 1)`)).toBe(1);
    expect(evaluate(`(/* ${commentText(text)} */ 1)`)).toBe(1);
    expect(evaluate(`(/* ${lineText(text)} */ 1)`)).toBe(1);
    expect(evaluate(`(1 // ${lineText(text)}\n)`)).toBe(1);
    for (const printed of [docComment(text), commentText(text), lineText(text)]) expect(printed).not.toMatch(hidden);
  };

  test.each(brokenEnds)("%j", (text) => {
    expect(text).toContain("stolen");
    isComment(text);
  });

  test("whatever it is made of", () => fc.assert(fc.property(hostileText, isComment), { numRuns: 1_000 }));
});

test("text of one line makes a comment of one line, more lines make a block", () => {
  expect(docComment("A person.")).toBe("/** A person. */\n");
  expect(docComment("A person.\r\n\r\nWith a name.")).toBe("/**\n * A person.\n *\n * With a name.\n */\n");
  expect(docComment(" \n ")).toBe("");
});

test("control characters are left out, tabs and newlines kept", () => {
  expect(sourceText("a\u0000b\tc\nd")).toBe("ab\tc\nd");
  expect(sourceText("a\rb\u2028c\r\nd")).toBe("a\nb\nc\nd");
  expect(sourceText("a\ud800b\u{1f600}")).toBe("a\ufffdb\u{1f600}");
});

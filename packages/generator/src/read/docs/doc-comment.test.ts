import { describe, expect, test } from "vitest";

import { parseDocComment, type DocComment } from "./doc-comment.js";

/** Parses a comment as written; `max` and `min` are tags wherever they stand. */
function parse(text: string): DocComment {
  return parseDocComment(text, { start: 0, end: text.length }, (name) => name === "max" || name === "min");
}

function tagsOf(text: string): string[] {
  return parse(text).tags.map(({ name, value }) => `${name}=${value}`);
}

describe("descriptions", () => {
  test.each([
    ["/** Full name. */", "Full name."],
    ["/**Full name.*/", "Full name."],
    ["/**\n * Full name,\n * of two lines.\n */", "Full name,\nof two lines."],
    ["/**\r\n * Full name,\r\n * of two lines.\r\n */", "Full name,\nof two lines."],
    ["/**\n   Full name.\n*/", "   Full name.".trimStart()],
    ["/**\n * One.\n *\n *   - indented\n */", "One.\n\n  - indented"],
    ["/** Costs `a` and ${b} and * and \\ and <b>. */", "Costs `a` and ${b} and * and \\ and <b>."],
    ["/** See {@link Person} and mail a@b.c. */", "See {@link Person} and mail a@b.c."],
    ["/** Say @you or `@max 5`. */", "Say @you or `@max 5`."],
    ["/**\n * ```\n * @max 5\n * ```\n */", "```\n@max 5\n```"],
    ["/** */", ""],
    ["/** @max 5 */", ""],
    ["/** Text. @max 5 */", "Text."],
    ["/**\n * Text.\n * @remarks Not of the description.\n */", "Text."],
  ])("%j", (text, expected) => {
    expect(parse(text).description).toBe(expected);
  });
});

describe("tags", () => {
  test.each([
    ["/** @max 5 */", ["max=5"]],
    ["/** @min 0 @max 150 */", ["min=0", "max=150"]],
    ["/** Text. @min 0 @max 150 */", ["min=0", "max=150"]],
    ["/**\n * @min 0\n * @max 150\n */", ["min=0", "max=150"]],
    ["/** @max */", ["max="]],
    ["/** @max\n * 5\n */", ["max=5"]],
    ["/** @other text with @words in it @max 5 */", ["other=text with @words in it", "max=5"]],
    ["/** @other a\n * b\n * @max 5 */", ["other=a\nb", "max=5"]],
    ["/** @pattern ^\\S+@\\S+$ */", ["pattern=^\\S+@\\S+$"]],
    ['/** @default { "a": 1 } */', ['default={ "a": 1 }']],
  ])("%j", (text, expected) => {
    expect(tagsOf(text)).toEqual(expected);
  });

  test("know where they stand, value and all", () => {
    const text = "/**\n * Text.\n * @max 5\n * @min 0 @max 150 \n */";
    const places = parse(text).tags.map(({ range }) => text.slice(range.start, range.end));
    expect(places).toEqual(["@max 5", "@min 0", "@max 150"]);
  });
});

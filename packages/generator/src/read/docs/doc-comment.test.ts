import { describe, expect, test } from "vitest";

import { parseDocComment, type DocComment } from "./doc-comment.js";
import type { TagCandidate } from "./tag-starts.js";

/** Parses a comment as written; `max` and `min` are tags wherever they stand, others at the start of a line. */
function parse(text: string): DocComment {
  const isTag = ({ name, before, isJoined }: TagCandidate): boolean =>
    name === "max" || name === "min" || (before === "" && !isJoined && !name.startsWith("+"));
  return parseDocComment(text, { start: 0, end: text.length }, isTag);
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
    ["/** @max(5) */", ["max=(5)"]],
    ["/** @max: 5 @min=3 */", ["max=: 5", "min==3"]],
    ["/** Home: me@max.org */", []],
  ])("%j", (text, expected) => {
    expect(tagsOf(text)).toEqual(expected);
  });

  test("are asked for with what surrounds them", () => {
    const asked: TagCandidate[] = [];
    const text = "/** Text. @one 1 @two(2)\n * +a:b=3 no +c */";
    parseDocComment(text, { start: 0, end: text.length }, (candidate) => asked.push(candidate) > 0);
    expect(asked).toEqual([
      { name: "one", value: "1", isJoined: false, before: "Text.", endsValue: true },
      { name: "two", value: "(2)", isJoined: true, before: "Text. @one 1", open: "one", endsValue: false },
      { name: "+a:b", value: "=3 no +c", isJoined: true, before: "", open: "two", endsValue: true },
    ]);
  });

  test("know where they stand, value and all", () => {
    const text = "/**\n * Text.\n * @max 5\n * @min 0 @max 150 \n */";
    const places = parse(text).tags.map(({ range }) => text.slice(range.start, range.end));
    expect(places).toEqual(["@max 5", "@min 0", "@max 150"]);
  });
});

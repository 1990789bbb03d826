import { describe, expect, test } from "vitest";

import { parseDocComment, type DocComment } from "./doc-comment.js";
import { strayTag } from "./misplaced-tags.js";

/** Parses a comment as written. */
function parse(text: string): DocComment {
  return parseDocComment(text, { start: 0, end: text.length });
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
    ["/** Say @you or `@maximum 5`. */", "Say @you or `@maximum 5`."],
    ["/**\n * ```\n * @maximum 5\n * ```\n */", "```\n@maximum 5\n```"],
    ["/** */", ""],
    ["/** @maximum 5 */", ""],
    ["/** Text. @maximum 5 */", "Text. @maximum 5"],
    ["/**\n * Text.\n * @remarks Not of the description.\n */", "Text."],
  ])("%j", (text, expected) => {
    expect(parse(text).description).toBe(expected);
  });
});

describe("tags", () => {
  test.each([
    ["/** @maximum 5 */", ["maximum=5"]],
    ["/** @minimum 0 @maximum 150 */", ["minimum=0", "maximum=150"]],
    ["/** Text. @minimum 0 @maximum 150 */", []],
    ["/**\n * @minimum 0\n * @maximum 150\n */", ["minimum=0", "maximum=150"]],
    ["/** @maximum */", ["maximum="]],
    ["/** @maximum\n * 5\n */", ["maximum=5"]],
    ["/** @other text with @words in it @maximum 5 */", ["other=text with @words in it @maximum 5"]],
    ["/** @other a\n * b\n * @maximum 5 */", ["other=a\nb", "maximum=5"]],
    ["/** @pattern ^\\S+@\\S+$ */", ["pattern=^\\S+@\\S+$"]],
    ['/** @default { "a": 1 } */', ['default={ "a": 1 }']],
    ["/** @maximum(5) */", ["maximum=(5)"]],
    ["/** @maximum: 5 */", ["maximum=: 5"]],
    ["/** @maximum: 5 @minimum=3 */", ["maximum=: 5", "minimum==3"]],
    ["/** @maxLength 5 @uniqueItems */", ["maxLength=5", "uniqueItems="]],
    ['/** @example "a b" @maxLength 5 */', ['example="a b"', "maxLength=5"]],
    ['/** @default { "a": " @maxLength 3" } @immutable */', ['default={ "a": " @maxLength 3" }', "immutable="]],
    ['/**\n * @default {\n *   "a": "x @maxLength 3" }\n */', ['default={\n  "a": "x @maxLength 3" }']],
    ["/** @maximum 5 @email */", ["maximum=5", "email="]],
    ["/** Home: me@maximum.org */", []],
  ])("%j", (text, expected) => {
    expect(tagsOf(text)).toEqual(expected);
  });

  test("know where they stand, value and all", () => {
    const text = "/**\n * Text.\n * @maximum 5\n * @minimum 0 @maximum 150 \n */";
    const places = parse(text).tags.map(({ range }) => text.slice(range.start, range.end));
    expect(places).toEqual(["@maximum 5", "@minimum 0", "@maximum 150"]);
  });
});

describe("tags in sentences", () => {
  test.each([
    ["/** Full name. @maxLength 100 */", "maxLength", ["Full name.", "@maxLength 100"]],
    ["/** In metres. @minimum 0 @maximum 3 */", "minimum", ["In metres.", "@minimum 0", "@maximum 3"]],
    ["/** Old. @deprecated Use y. */", "deprecated", ["Old.", "@deprecated Use y."]],
    ["/** @deprecated Use y. @maxLength 5 */", "maxLength", ["@deprecated Use y.", "@maxLength 5"]],
    ["/** @remarks Long. @maxLength 5 */", "maxLength", ["@remarks Long.", "@maxLength 5"]],
    ["/** @example Ann @maxLength 5 */", "maxLength", ["@example Ann", "@maxLength 5"]],
    ["/** At most @maxLength 5 characters. */", "maxLength", ["At most `@maxLength` 5 characters."]],
    [
      "/**\n * A,\n * b @default x\n * c.\n *\n * @title T\n */",
      "default",
      ["A,", "b", "c.", "", "@title T", "@default x"],
    ],
    ["/** See foo@bar.com; @default values apply. */", "default", ["See foo@bar.com; `@default` values apply."]],
    ["/** Text. @maxlength 5 */", "maxlength", ["Text.", "@maxlength 5"]],
    ["/** Note (@maxLength 5). */", "maxLength", ["Note (`@maxLength` 5)."]],
    ["/** Note,@maxLength 5 */", "maxLength", ["Note,`@maxLength` 5"]],
    ["/** The note. {@maxLength 5} */", "maxLength", ["The note. {`@maxLength` 5}"]],
    ['/** The note, "@maxLength 5". */', "maxLength", ['The note, "`@maxLength` 5".']],
    ["/** **@immutable** */", "immutable", ["**`@immutable`**"]],
    ["/** Text, max @maxLength:5 */", "maxLength", ["Text, max `@maxLength`:5"]],
    ["/** The @default, or @default. */", "default", ["The `@default`, or `@default`."]],
    ["/**\n * Text:\n * - @maxLength 5\n */", "maxLength", ["Text:", "@maxLength 5"]],
    ["/**\n * 1. @minLength 2\n * 2. @maxLength 5\n */", "minLength", ["@minLength 2", "@maxLength 5"]],
  ])("%j", (text, name, lines) => {
    const comment = parse(text);
    const { description } = comment;
    const stray = strayTag(comment.lines);
    expect(stray).toMatchObject({
      name,
      corrected: ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n"),
    });
    expect(description + String(parse(text).tags.map(({ value }) => value))).toContain(`@${name}`);
  });

  test.each([
    "/** Mail to @home. */",
    "/** See `@maxLength 5` and {@link default}. */",
    "/** Mail to ann@default.com, or @title/scope, @title.com and https://a.example/@title. */",
    "/**\n * ```\n * x @maxLength 5\n * ```\n */",
    "/** Write to @email, or say @min 3. */",
    "/** @see Person @internal */",
  ])("%j has none", (text) => {
    expect(strayTag(parse(text).lines)).toBeUndefined();
  });

  test("are read once they are corrected", () => {
    const stray = strayTag(parse("/** In metres. @minimum 0 @maximum 3 */").lines);
    expect(parse(stray?.corrected ?? "")).toMatchObject({
      description: "In metres.",
      tags: [
        { name: "minimum", value: "0" },
        { name: "maximum", value: "3" },
      ],
    });
  });
});

import { describe, expect, it } from "vitest";
import { TooManyValuesError } from "./document-error.js";
import { parseYaml, parseYamlStream } from "./parse-yaml.js";

describe("parseYaml", () => {
  it.each<[string, string, unknown]>([
    ["maps, lists and scalars", "a: 1\nb: [x, 'y', ~]\nc: |\n  text\n", { a: 1, b: ["x", "y", null], c: "text\n" }],
    ["JSON", '{"a": [true, 1.5]}', { a: [true, 1.5] }],
    ["dates as text", "a: 2020-01-01", { a: "2020-01-01" }],
    ["yes and no as text", "a: yes\nb: no", { a: "yes", b: "no" }],
    ["an anchor used again", "a: &x {k: 1}\nb: *x", { a: { k: 1 }, b: { k: 1 } }],
    ["a merge key as a plain name", "a: &x {k: 1}\nb:\n  <<: *x", { a: { k: 1 }, b: { "<<": { k: 1 } } }],
  ])("reads %s", (_, text, value) => {
    expect(parseYaml(text)).toEqual(value);
  });

  it("takes __proto__ for a plain name", () => {
    const value = parseYaml("__proto__: {polluted: true}") as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect("polluted" in value).toBe(false);
  });

  it.each<[string, string, RegExp]>([
    ["nothing", "# only a comment\n", /empty/],
    ["two documents", "a: 1\n---\nb: 2\n", /2 documents/],
    ["a syntax error, with its place", "a: 1\nb: [\n", /line 3, column 1/],
    ["a key given twice", "a: 1\na: 2", /duplicated mapping key \(line 2/],
    ["a key that is no scalar", "? {a: 1}\n: 2", /complex keys/],
    ["tags of types JSON does not have", "a: !!binary aGk=", /unknown scalar tag/],
    ["infinity", "a: .inf", /too large to store/],
    ["a list that holds itself", "&a [*a]", /levels deep|repeat too many/],
    ["nesting past the limit", "[".repeat(200) + "]".repeat(200), /depth|nesting/i],
    ["nesting far past the limit", "- ".repeat(500_000), /depth|nesting/i],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseYaml(text)).toThrow(
      expect.objectContaining({ name: "DocumentError", message: expect.stringMatching(message) as string }),
    );
  });

  it("refuses a few lines that stand for gigabytes", () => {
    const lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"];
    for (let at = 1; at < 10; at++)
      lines.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(",")}]`);
    expect(() => parseYaml(lines.join("\n"))).toThrow(/repeat too many values/);
  });
});

describe("parseYamlStream", () => {
  it("tells where each document starts and leaves out empty ones", () => {
    const text = "# intro\na: 1\n---\n# nothing\n---\n\nb: 2\n---\n- c\n";
    expect(parseYamlStream(text).map(({ value, placeOf }) => [value, placeOf("")])).toEqual([
      [{ a: 1 }, { line: 2, column: 1 }],
      [{ b: 2 }, { line: 7, column: 1 }],
      [["c"], { line: 9, column: 1 }],
    ]);
  });

  it.each<[string, string, number, number]>([
    ["a key", "/spec", 3, 1],
    ["a key below it", "/spec/age", 4, 3],
    ["a key with a slash", "/labels/a~1b", 2, 10],
    ["an item", "/spec/steps/1", 7, 7],
    ["a key in an item", "/spec/steps/0/title", 6, 9],
    ["an item that is an alias", "/spec/steps/2", 8, 7],
    ["a key after nested ones", "/last", 9, 1],
    ["a member that is missing, where it is missing", "/spec/name", 3, 1],
    ["something far below nothing", "/a/b/c", 1, 1],
  ])("knows the place of %s", (_, pointer, line, column) => {
    const text =
      "--- !!map\nlabels: {'a/b': c}\nspec:\n  age: &n 1\n  steps:\n    - { title: x, a: [1] }\n    - y\n    - *n\nlast: 1\n";
    const [document] = parseYamlStream(text);
    const expected = pointer === "/a/b/c" ? { line: 1, column: 5 } : { line, column };
    expect(document?.placeOf(pointer)).toEqual(expected);
  });

  it("has no documents in an empty text", () => {
    expect(parseYamlStream("")).toEqual([]);
  });
});

describe("the number of entries", () => {
  it.each([
    ["a map", Array.from({ length: 11 }, (_, at) => `k${at}: 1`).join("\n")],
    ["a list", "- 1\n".repeat(11)],
    ["a list in brackets", `[${Array(11).fill("a").join()}]`],
    ["lists in lists", "[".repeat(11) + "]".repeat(11)],
    ["lists on one line", `${"- ".repeat(11)}a`],
    ["a map of names in quotes", `{${Array.from({ length: 11 }, (_, at) => `"k${at}":1`).join()}}`],
    ["documents", "---\na\n".repeat(11)],
    ["keys with a question mark", Array.from({ length: 11 }, (_, at) => `? k${at}`).join("\n")],
  ])("is limited in %s", (_, text) => {
    expect(() => parseYaml(text, 10)).toThrow(TooManyValuesError);
  });
});

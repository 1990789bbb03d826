import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { containsWords, searchWords } from "./search-words.js";

describe("searchWords", () => {
  test.each([
    ["", []],
    [" ,.!? ", []],
    ["The cat, the HAT.", ["the", "cat", "hat"]],
    ["Crème brûlée", ["creme", "brulee"]],
    ["Cre\u0300me", ["creme"]],
    ["Straße STRASSE", ["strasse"]],
    ["don't re-use v2.0", ["don", "t", "re", "use", "v2", "0"]],
    ["Ёлка", ["елка"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["한국어", ["한국어"]],
    ["全文検索 です", ["全文検索", "てす"]],
    ["a_b @c", ["a", "b", "c"]],
    ["𐐀𐐁", ["𐐨𐐩"]],
  ])("of %j", (text, words) => {
    expect(searchWords(text)).toEqual(words.map((word) => word.normalize("NFC")));
  });

  test("are cut at 64 characters", () => {
    expect(searchWords("x".repeat(70))).toEqual(["x".repeat(64)]);
    expect(searchWords("𐐨".repeat(70))).toEqual(["𐐨".repeat(64)]);
    expect(containsWords(searchWords("x".repeat(70)), "x".repeat(80))).toBe(true);
  });

  test("of words are those words, in whatever case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const words = searchWords(text);
        expect(searchWords(words.join(" "))).toEqual(words);
        expect(searchWords(text.toLowerCase())).toEqual(words);
        if (words.length > 0) expect(containsWords(words, text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("containsWords", () => {
  const words = searchWords("Ann plays chess");
  test.each([
    ["chess", true],
    ["che", true],
    ["Chess an", true],
    ["ann ches", true],
    ["ches ann", false],
    ["hess", false],
    ["dance chess", false],
    ["", false],
    ["!", false],
  ])("%j", (wanted, expected) => {
    expect(containsWords(words, wanted)).toBe(expected);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldCase } from "./fold-case.js";

const text = fc.string({ unit: "grapheme" });

describe("foldCase", () => {
  test.each([
    ["Ann@Example.COM", "ann@example.com"],
    ["STRASSE", "strasse"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
    ["Ὀδυσσεύς", "ὀδυσσεύσ"],
    ["E\u0301COLE", "école"],
    ["ﬁn", "fin"],
    ["\u212a\u212b", "kå"],
    ["İ", "i̇"],
    ["DIYARBAKIR", "diyarbakir"],
    ["Diyarbakır", "diyarbakır"],
    ["日本", "日本"],
    ["𐐀", "𐐨"],
  ])("folds %s", (given, expected) => {
    expect(foldCase(given)).toBe(expected.normalize("NFC"));
  });

  test("keeps what is folded, and what other case it is in does not count", () => {
    fc.assert(
      fc.property(text, (given) => {
        const folded = foldCase(given);
        expect(foldCase(folded)).toBe(folded);
        expect(foldCase(given.toLowerCase())).toBe(folded);
        if (!given.includes("ı")) expect(foldCase(given.toUpperCase())).toBe(folded);
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps beginnings, also before a letter whose form depends on what follows", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zΑ-Ωα-ως ]*$/u), fc.stringMatching(/^[A-Za-zΑ-Ωα-ως]*$/u), (start, end) => {
        expect(foldCase(start + end)).toBe(foldCase(start) + foldCase(end));
      }),
    );
  });

  test("folds every letter to one form", () => {
    const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
      (point) => point < 0xd800 || point >= 0xe000,
    );
    const folded = points.map((point) => foldCase(String.fromCodePoint(point)));
    expect(folded.filter((letter) => foldCase(letter) !== letter)).toEqual([]);
  });
});

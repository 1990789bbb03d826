import { describe, expect, test } from "vitest";
import { Scanner } from "./scanner.js";

/** A text that counts how often one of its characters is looked at. */
function counted(text: string): { readonly scanner: Scanner; readonly looks: () => number } {
  let looks = 0;
  const scanner = new Scanner(text);
  const charAt = (at: number): string => {
    looks++;
    return text.charAt(at);
  };
  const probe = new Proxy(Object(text) as object, {
    get: (target, property) => {
      if (property === "charAt") return charAt;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  Object.defineProperty(scanner, "text", { value: probe });
  return { scanner, looks: () => looks };
}

describe("the scanner looks at each character a bounded number of times", () => {
  const size = 50_000;
  const reads: readonly [string, string, (scanner: Scanner) => void][] = [
    ["blanks", " ".repeat(size), (scanner) => scanner.skipBlanks()],
    ["a word", "a".repeat(size), (scanner) => scanner.takeWord()],
    ["a plain value", "a ".repeat(size / 2), (scanner) => scanner.takePlain()],
    ["a plain value of blanks", " ".repeat(size), (scanner) => scanner.takePlain()],
    ["a quoted value", `"${"a".repeat(size - 2)}"`, (scanner) => scanner.takeQuoted()],
    ["a quoted value of escapes", `"${"\\u0041".repeat(size / 6)}"`, (scanner) => scanner.takeQuoted()],
    [
      "an unclosed quote",
      `"${"\\\\".repeat(size / 2)}`,
      (scanner) => expect(() => scanner.takeQuoted()).toThrow("closed"),
    ],
  ];

  test.each(reads)("%s", (_what, text, read) => {
    const { scanner, looks } = counted(text);
    read(scanner);
    expect(looks()).toBeGreaterThan(0);
    expect(looks()).toBeLessThanOrEqual(4 * text.length + 10);
  });
});

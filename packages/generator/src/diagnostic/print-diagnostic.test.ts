import { describe, expect, test } from "vitest";

import type { Diagnostic } from "./diagnostic.js";
import { printDiagnostic, type PrintOptions } from "./print-diagnostic.js";

const base: Diagnostic = { code: "CM3005", severity: "error", message: "`any` is wrong.", fix: "Name a type." };

/** Prints a diagnostic of `marked` in the text, where it first stands. */
function print(text: string, marked: string, options: Omit<PrintOptions, "sources"> = {}): string {
  const offset = text.indexOf(marked);
  const lines = text.slice(0, offset).split("\n");
  const start = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const markedLines = marked.split("\n");
  const end =
    markedLines.length === 1
      ? { line: start.line, column: start.column + marked.length }
      : { line: start.line + markedLines.length - 1, column: (markedLines.at(-1)?.length ?? 0) + 1 };
  const span = { file: "src/a.ts", start, end };
  return printDiagnostic({ ...base, span }, { sources: new Map([["src/a.ts", text]]), ...options });
}

/** The line of the excerpt and the one with carets. */
function excerpt(printed: string): string[] {
  return printed.split("\n").slice(2, 4);
}

test("place, reason, excerpt and fix", () => {
  expect(print("interface A {\n  a: any;\n}", "any")).toBe(
    [
      "src/a.ts:2:6 error CM3005: `any` is wrong.",
      "",
      "  2 |   a: any;",
      "    |      ^^^",
      "",
      "  Name a type.",
      "",
    ].join("\n"),
  );
});

test("a problem of the whole project has no place", () => {
  const printed = printDiagnostic({ ...base, severity: "warning" }, { sources: new Map() });
  expect(printed).toBe("warning CM3005: `any` is wrong.\n\n  Name a type.\n");
});

test("without the file's text there is no excerpt", () => {
  const span = { file: "src/a.ts", start: { line: 9, column: 1 }, end: { line: 9, column: 2 } };
  expect(printDiagnostic({ ...base, span }, { sources: new Map() })).not.toContain("|");
  expect(printDiagnostic({ ...base, span }, { sources: new Map([["src/a.ts", "one line"]]) })).not.toContain("|");
});

describe("carets stand under what they mark", () => {
  test.each([
    ["\ta: any", ["  1 |     a: any", "    |        ^^^"]],
    ["/* 名前 */ a: any", ["  1 | /* 名前 */ a: any", "    |               ^^^"]],
    ["/* 👩‍👩‍👧 */ a: any", ["  1 | /* 👩‍👩‍👧 */ a: any", "    |             ^^^"]],
    ["/* e\u0301 */ a: any", ["  1 | /* e\u0301 */ a: any", "    |            ^^^"]],
    ["any", ["  1 | any", "    | ^^^"]],
  ])("%j", (text, expected) => {
    expect(excerpt(print(text, "any"))).toEqual(expected);
  });

  test("of several lines the first is marked", () => {
    expect(excerpt(print("a: {\n  b: c\n}", "{\n  b: c\n}"))).toEqual(["  1 | a: {", "    |    ^"]);
  });

  test("an empty span has one caret", () => {
    const span = { file: "src/a.ts", start: { line: 1, column: 3 }, end: { line: 1, column: 3 } };
    const printed = printDiagnostic({ ...base, span }, { sources: new Map([["src/a.ts", "a;"]]) });
    expect(excerpt(printed)).toEqual(["  1 | a;", "    |   ^"]);
  });

  test("lines end as they like", () => {
    expect(excerpt(print("x;\r\na: any;\r\n", "any"))).toEqual(["  2 | a: any;", "    |    ^^^"]);
  });
});

describe("long lines are cut around the mark", () => {
  const text = `${"x".repeat(200)}any${"y".repeat(200)}`;

  test.each([40, 60, 80])("to %d columns", (columns) => {
    const [line = "", carets = ""] = excerpt(print(text, "any", { columns }));
    expect(line.length).toBeLessThanOrEqual(columns);
    expect(line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)).toBe("any");
    expect(line).toMatch(/^ {2}1 \| …x+anyy*…$/);
  });

  test("a mark longer than the line loses its end", () => {
    const [line = "", carets = ""] = excerpt(print("m".repeat(300), "m".repeat(300), { columns: 40 }));
    expect(line).toBe(`  1 | ${"m".repeat(33)}…`);
    expect(carets).toBe(`    | ${"^".repeat(34)}`);
  });
});

test("what a terminal would obey is not passed on", () => {
  const printed = print("a: any; // \u001b[31m\u0007\u202e", "any");
  for (const obeyed of ["\u001b", "\u0007", "\u202e"]) expect(printed).not.toContain(obeyed);
});

test("colours are off unless asked for", () => {
  expect(print("a: any", "any")).not.toContain("\u001b");
  expect(print("a: any", "any", { color: true })).toContain("\u001b[31m^^^\u001b[0m");
});

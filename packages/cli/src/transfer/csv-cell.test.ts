import { printCsvCell } from "@cmgen/model/internal";
import { expect, test } from "vitest";

import { readCell } from "./csv-cell.js";
import { endsInQuotes, readCsvRecord } from "./csv-record.js";

const texts = [
  "plain",
  "",
  " ",
  'say "hello"',
  "a,b;c",
  "two\r\nlines",
  "=cmd|' /C calc'!A0",
  "+1",
  "-1",
  "@SUM(A1)",
  "\tx",
  "\rx",
  "'=1+1",
  "''=1",
  "'quoted'",
  "42",
  "null",
  "true",
  '"json"',
  "{}",
  "\u2028 \u2029",
  "＝1",
  "x".repeat(3_000_000),
];
const others = [0, -1, 1.5e-9, true, null, [], ["=a", 'b"'], { "=x": 1 }];

test.each([
  ...texts.flatMap((text) => [[text, true] as const, [text, false] as const]),
  ...others.map((each) => [each, false] as const),
])("%j is read as it was written (text only: %s)", (value, isText) => {
  const cell = printCsvCell(value, isText);
  const record = [cell, "after"].join(",");
  const [first, second] = readCsvRecord(record);
  expect(second).toEqual({ text: "after", isQuoted: false });
  expect(readCell(first ?? { text: "", isQuoted: false }, isText)).toEqual(value);
  expect(endsInQuotes(record, false)).toBe(false);
});

test.each(texts)("what a spreadsheet reads of %j is not a formula", (text) => {
  const [cell] = readCsvRecord(printCsvCell(text, true));
  expect(cell?.text).not.toMatch(/^[=+\-@\t\r]/);
});

test("a number is not changed, and a missing value is an empty cell", () => {
  expect(printCsvCell(-5, false)).toBe("-5");
  expect(printCsvCell(undefined, false)).toBe("");
  expect(readCell({ text: "", isQuoted: false }, true)).toBeUndefined();
});

test.each([
  ['a"b,c', /must be quoted/],
  ['"a"b,c', /behind its closing quote/],
  ['"a', /no closing quote/],
])("%s is not a record", (record, why) => {
  expect(() => readCsvRecord(record)).toThrow(why);
});

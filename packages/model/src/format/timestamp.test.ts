import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTimestamp, parseTimestamp } from "./timestamp.js";

describe("timestamps (RFC 3339)", () => {
  test.each([
    ["1970-01-01T00:00:00Z", 0],
    ["1970-01-01T00:00:00.5Z", 500],
    ["1970-01-01T00:00:00.1239Z", 123],
    ["1970-01-01t01:00:00z", 3_600_000],
    ["1970-01-01T01:00:00+01:00", 0],
    ["1969-12-31T23:30:00-00:30", 0],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["0001-01-01T00:00:00Z", Date.parse("0001-01-01T00:00:00Z")],
    ["0099-12-31T00:00:00Z", Date.parse("0099-12-31T00:00:00Z")],
    ["1970-01-01T00:00:00.123456789Z", 123],
  ])("reads %s", (text, instant) => {
    expect(parseTimestamp(text)).toBe(instant);
  });

  test.each([
    "",
    "now",
    "2024-01-01",
    "2024-01-01T00:00:00",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00Z",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00+01",
    "2024-01-01T00:00:00+24:00",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:60Z",
    "1990-12-31T23:59:60Z",
    "2024-01-01T00:00:00.1234567890Z",
    "2024-13-01T00:00:00Z",
    "2024-00-01T00:00:00Z",
    "2024-01-00T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2024-04-31T00:00:00Z",
    "+002024-01-01T00:00:00Z",
    "2024-01-01T00:00:00Z\n",
  ])("refuses %j", (text) => {
    expect(isTimestamp(text)).toBe(false);
  });

  test("reads every instant that JavaScript prints", () => {
    const dates = fc.date({
      noInvalidDate: true,
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});

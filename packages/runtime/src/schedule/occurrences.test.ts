import { describe, expect, it } from "vitest";
import { cronTimes, everyInterval } from "./occurrences.js";

const at = (iso: string): number => Date.parse(iso);
const next = (times: { next(after: number): number | undefined }, after: string): string | undefined => {
  const found = times.next(at(after));
  return found === undefined ? undefined : new Date(found).toISOString();
};

describe("everyInterval", () => {
  it.each([
    ["15m", "2030-01-01T10:07:00.001Z", "2030-01-01T10:15:00.000Z"],
    ["15m", "2030-01-01T10:15:00.000Z", "2030-01-01T10:30:00.000Z"],
    ["30s", "2030-01-01T10:15:29.999Z", "2030-01-01T10:15:30.000Z"],
    ["6h", "2030-01-01T10:15:00.000Z", "2030-01-01T12:00:00.000Z"],
    ["1d", "2030-01-01T10:15:00.000Z", "2030-01-02T00:00:00.000Z"],
  ])("%s after %s is %s", (interval, after, expected) => {
    expect(next(everyInterval(interval), after)).toBe(expected);
  });

  it.each(["0s", "-1m", "1.5h", "15", "15 m", "m", "", "1w", "99999999999999999d"])("refuses %j", (interval) => {
    expect(() => everyInterval(interval)).toThrow(RangeError);
  });
});

describe("cronTimes", () => {
  it.each([
    ["0 3 * * *", "UTC", "2030-01-01T03:00:00.000Z", "2030-01-02T03:00:00.000Z"],
    ["0 3 * * *", "UTC", "2030-01-01T02:59:59.999Z", "2030-01-01T03:00:00.000Z"],
    ["0 3 * * *", "UTC", "2030-01-01T03:00:00.500Z", "2030-01-02T03:00:00.000Z"],
    ["0 3 * * *", "Europe/Berlin", "2030-01-01T00:00:00.000Z", "2030-01-01T02:00:00.000Z"],
    ["*/10 * * * * *", "UTC", "2030-01-01T00:00:01.000Z", "2030-01-01T00:00:10.000Z"],
    // 2:30 does not exist on the day summer time begins, and comes twice on the day it ends.
    ["30 2 * * *", "Europe/Berlin", "2030-03-30T12:00:00.000Z", "2030-03-31T01:00:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2030-10-27T00:30:00.000Z", "2030-10-28T01:30:00.000Z"],
  ])("%s in %s after %s is %s", (expression, zone, after, expected) => {
    expect(next(cronTimes(expression, zone), after)).toBe(expected);
  });

  it.each([
    ["every day", "UTC"],
    ["0 25 * * *", "UTC"],
    ["* * *", "UTC"],
    ["0 3 * * *", "Europe/Atlantis"],
    ["0 3 * * *", ""],
    ["0 0 30 2 *", "UTC"],
    ["2030-01-01T00:00:00", "UTC"],
  ])("refuses %j in %s", (expression, zone) => {
    expect(() => cronTimes(expression, zone)).toThrow(RangeError);
  });
});

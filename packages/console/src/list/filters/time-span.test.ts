import { parseSelector, printSelector } from "@cmgen/model/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boundsOf, withFixedTimes, type Span } from "./time-span.js";

describe("spans of time, where the clock is changed", () => {
  const zone = process.env["TZ"];
  beforeAll(() => {
    process.env["TZ"] = "Europe/Berlin";
  });
  afterAll(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  it.each<[Span, string, string, string]>([
    ["today", "2030-03-31T12:00", "2030-03-30T23:00:00.000Z", "2030-03-31T22:00:00.000Z"],
    ["yesterday", "2030-01-01T00:00", "2029-12-30T23:00:00.000Z", "2029-12-31T23:00:00.000Z"],
    ["this-week", "2030-03-31T23:59", "2030-03-24T23:00:00.000Z", "2030-03-31T22:00:00.000Z"],
    ["this-week", "2030-04-01T00:00", "2030-03-31T22:00:00.000Z", "2030-04-07T22:00:00.000Z"],
    ["last-7-days", "2030-04-03T08:00", "2030-03-27T23:00:00.000Z", "2030-04-03T22:00:00.000Z"],
    ["next-week", "2030-03-31T23:59", "2030-03-31T22:00:00.000Z", "2030-04-07T22:00:00.000Z"],
    ["next-7-days", "2030-03-27T08:00", "2030-03-26T23:00:00.000Z", "2030-04-02T22:00:00.000Z"],
    ["this-month", "2030-12-31T23:59", "2030-11-30T23:00:00.000Z", "2030-12-31T23:00:00.000Z"],
  ])("%s of %s", (span, now, from, to) => {
    const bounds = boundsOf(span, new Date(now));
    expect([bounds.from?.toISOString(), bounds.to.toISOString()]).toEqual([from, to]);
  });
});

describe("conditions with spans of time", () => {
  const now = new Date(2030, 0, 15, 10);
  const [from, to] = [new Date(2030, 0, 15).toISOString(), new Date(2030, 0, 16).toISOString()];
  const fixed = (text: string): string =>
    printSelector(withFixedTimes(parseSelector(text, "field"), new Set(["spec.due"]), now));

  it("have the times of now, also in alternatives", () => {
    expect(fixed("spec.due=today,spec.a=b")).toBe(`spec.due>=${from},spec.due<${to},spec.a=b`);
    expect(fixed("spec.due=before-today")).toBe(`spec.due<${from}`);
    expect(fixed("(spec.due=today|!spec.due)")).toBe(`(spec.due>=${from},spec.due<${to}|!spec.due)`);
  });

  it("have whole days where no time is given", () => {
    expect(fixed("spec.due>=2030-01-15,spec.due<=2030-01-15")).toBe(`spec.due>=${from},spec.due<${to}`);
    expect(fixed("spec.due>2030-01-15,spec.due<2030-01-16")).toBe(`spec.due>=${to},spec.due<${to}`);
    expect(fixed("spec.due=2030-01-15")).toBe(`spec.due>=${from},spec.due<${to}`);
  });

  it("stay as they are where no span is meant", () => {
    for (const text of [
      "spec.title=today",
      "spec.due!=today",
      "spec.due in (today,yesterday)",
      "spec.due=never",
      "spec.title=2030-01-15",
    ])
      expect(fixed(text)).toBe(printSelector(parseSelector(text, "field")));
  });
});

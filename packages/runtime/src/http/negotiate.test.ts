import { describe, expect, it } from "vitest";
import { accepts, chooseCoding } from "./negotiate.js";

describe("accepts", () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ["", true],
    ["*/*", true],
    ["application/*", true],
    ["application/json", true],
    ["Application/JSON; charset=utf-8", true],
    ["text/html, application/json;q=0.1", true],
    ["text/html, */*;q=0.1", true],
    ["text/html", false],
    ["text/*", false],
    ["application/json;q=0", false],
    ["application/json;q=0, */*", false],
    ["application/*;q=0, */*", false],
    ["application/json-patch+json", false],
    ["application/json; q=rubbish", false],
  ])("%s: %s", (accept, wanted) => {
    expect(accepts(accept, "application/json")).toBe(wanted);
  });
});

describe("chooseCoding", () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip, br;q=0.5", "gzip"],
    ["gzip;q=0.5, br;q=0.8", "br"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0, gzip", "gzip"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
  ])("%s: %s", (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});

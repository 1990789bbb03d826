import { describe, expect, it } from "vitest";
import { accepts, chooseCoding, parseMediaType } from "./negotiate.js";

describe("parseMediaType", () => {
  it.each<[string | undefined, ReturnType<typeof parseMediaType>]>([
    ["application/json", { essence: "application/json", charset: undefined }],
    ["Application/JSON ; Charset=UTF-8", { essence: "application/json", charset: "utf-8" }],
    ['application/json; a=b; charset="utf-8"', { essence: "application/json", charset: "utf-8" }],
    ['application/json; a="b;charset=latin1\\";c"; charset=utf-8', { essence: "application/json", charset: "utf-8" }],
    ['application/json; a="never ended; charset=utf-8', { essence: "application/json", charset: undefined }],
    [";application/json", undefined],
    ["application/merge-patch+json", { essence: "application/merge-patch+json", charset: undefined }],
    ["json", undefined],
    ["application/", undefined],
    ["a/b/c", undefined],
    ["application/json, text/html", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s", (header, wanted) => {
    expect(parseMediaType(header)).toEqual(wanted);
  });
});

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

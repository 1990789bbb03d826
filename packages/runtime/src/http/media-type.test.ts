import { describe, expect, it } from "vitest";
import { parseMediaType } from "./media-type.js";

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

import { describe, expect, it } from "vitest";
import { splitTarget } from "./request-target.js";

describe("splitTarget", () => {
  it.each([
    ["/a/b", "/a/b", ""],
    ["/a?b=c?d", "/a", "b=c?d"],
    ["//host/a", "//host/a", ""],
    ["http://host:1/a?b", "/a", "b"],
    ["HTTP://user@host", "/", ""],
    ["http://host?a", "/", "a"],
    ["*", "*", ""],
    ["", "", ""],
  ])("%s", (url, path, query) => {
    expect(splitTarget(url)).toEqual({ path, query });
  });
});

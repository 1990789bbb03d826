import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePointer, printPointer } from "./json-pointer.js";

describe("JSON Pointer (RFC 6901)", () => {
  test.each([
    ["", []],
    ["/foo", ["foo"]],
    ["/foo/0", ["foo", "0"]],
    ["/", [""]],
    ["/a~1b", ["a/b"]],
    ["/m~0n", ["m~n"]],
    ["/~01", ["~1"]],
    ["/ ", [" "]],
  ])("%j", (pointer, segments) => {
    expect(parsePointer(pointer)).toEqual(segments);
    expect(printPointer(segments)).toBe(pointer);
  });

  test.each(["a", "a/b", "/~", "/~2", "/a~", "#/a"])("refuses %j", (pointer) => {
    expect(() => parsePointer(pointer)).toThrow(SyntaxError);
  });

  test("prints positions in lists", () => {
    expect(printPointer(["items", 3])).toBe("/items/3");
  });

  test("parse(print(x)) is x", () => {
    const segments = fc.array(fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a", "é") }));
    fc.assert(
      fc.property(segments, (given) => {
        expect(parsePointer(printPointer(given))).toEqual(given);
      }),
    );
  });
});

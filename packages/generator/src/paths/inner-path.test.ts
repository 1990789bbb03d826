import { posix, win32 } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { isInnerPath } from "./inner-path.js";

test.each(["a", "a/b.ts", ".hidden", "..a/b..", "a b"])("%s is inside", (path) => {
  expect(isInnerPath(path)).toBe(true);
});

test.each(["", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", "..\\a", "a\\b", "C:/a", "c:a", "a\0b"])(
  "%j is not",
  (path) => expect(isInnerPath(path)).toBe(false),
);

test("what is inside is below its folder, by the rules of either system", () => {
  const path = fc.array(fc.constantFrom("a", "/", "\\", ".", "..", ":", "C")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(path.filter(isInnerPath), (inner) => {
      expect(posix.resolve("/root", inner)).toMatch(/^\/root\/./);
      expect(win32.resolve("D:\\root", inner)).toMatch(/^D:\\root\\./);
    }),
  );
});

import { expect, test } from "vitest";

import { contentHash, sameContents } from "./content-hash.js";

test("line endings do not count, anything else does", () => {
  expect(contentHash("a\r\nb\r\n")).toBe(contentHash("a\nb\n"));
  expect(contentHash("a\nb")).not.toBe(contentHash("a\nb\n"));
  expect(sameContents("a\r\nb", "a\nb")).toBe(true);
  expect(sameContents("a\rb", "a\nb")).toBe(false);
});

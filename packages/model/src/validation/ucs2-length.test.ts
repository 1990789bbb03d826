import fc from "fast-check";
import { expect, test } from "vitest";
import { ucs2length } from "./ucs2-length.js";

test("counts code points, a lone half of a surrogate pair as one", () => {
  expect(ucs2length("a😀\ud83d")).toBe(3);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => ucs2length(text) === Array.from(text).length));
});

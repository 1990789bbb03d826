import { expect, test } from "vitest";
import { retryAfter } from "./retry.js";

test.each([
  [null, undefined],
  ["0", 0],
  ["120", 120_000],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 59_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["-1", undefined],
  ["soon", undefined],
  ["", undefined],
])("Retry-After: %s", (header, delay) => {
  expect(retryAfter(header, 1000)).toBe(delay);
});

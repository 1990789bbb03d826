import { expect, test } from "vitest";
import { keysOf } from "./alternatives.js";
import { skip } from "./skip.js";

test("the keys of alternatives are among those that conditions name", () => {
  expect(keysOf({ a: 1, or: [{ b: 1, c: skip }, skip, { d: 1 }] })).toEqual(["a", "b", "c", "d"]);
  expect(keysOf({ or: { in: ["x"] } })).toEqual(["or"]);
});

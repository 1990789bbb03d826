import { expect, test } from "vitest";

import { uniqueNames } from "./unique-names.js";

test("a name keeps itself while it is free, else takes the least number that is", () => {
  expect(uniqueNames(["a", "a", "b", "a2", "a"])).toEqual(["a", "a2", "b", "a22", "a3"]);
  expect(uniqueNames(["plugin"], ["plugin"])).toEqual(["plugin2"]);
});

import { expect, test } from "vitest";

import { importPath } from "./module-path.js";

test.each([
  ["src/generated/v1/person/indexes.ts", "src/models/person.ts", "../../../models/person.js"],
  ["src/generated/plugin.ts", "src/generated/v1/person/router.ts", "./v1/person/router.js"],
  ["gen/plugin.ts", "src/models/a.mts", "../src/models/a.mjs"],
  ["src/generated/plugin.ts", "src/controllers/view.tsx", "../controllers/view.js"],
])("%s imports %s as %s", (from, to, expected) => {
  expect(importPath(from, to)).toBe(expected);
});

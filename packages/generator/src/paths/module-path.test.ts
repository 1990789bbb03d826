import { expect, test } from "vitest";

import { importPath } from "./module-path.js";

test.each([
  ["src/generated/v1/person/resource.ts", "src/models/person.ts", "../../../models/person.js"],
  ["src/generated/plugin.ts", "src/generated/v1/models.ts", "./v1/models.js"],
  ["gen/plugin.ts", "src/models/a.mts", "../src/models/a.mjs"],
  ["src/generated/plugin.ts", "src/controllers/view.tsx", "../controllers/view.js"],
])("%s imports %s as %s", (from, to, expected) => {
  expect(importPath(from, to)).toBe(expected);
});

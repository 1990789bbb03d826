import { expect, test } from "vitest";

import { indexModel } from "../../model/people.test.fixture.js";
import { fingerprintOf } from "./index-views.js";

const age = indexModel("spec.age", 1, { valueType: "integer" });

test("sixteen hex digits, the same for the same index wherever it stands and whatever it is called", () => {
  expect(fingerprintOf(age)).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprintOf({ ...age, position: 7, name: "age" })).toBe(fingerprintOf(age));
});

test.each([
  { path: ["spec", "size"] },
  { valueType: "number" as const },
  { order: "DESC" as const },
  { unique: true },
  { multi: true },
  { source: "function" as const, path: [], codeHash: "1a" },
])("another with %j", (change) => {
  expect(fingerprintOf({ ...age, ...change })).not.toBe(fingerprintOf(age));
});

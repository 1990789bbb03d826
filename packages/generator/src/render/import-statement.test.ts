import { expect, test } from "vitest";

import { importStatement, importSymbols } from "./import-statement.js";

test("names that are all types make a type import", () => {
  expect(importStatement("./a.js", { types: ["B", "A"] })).toBe('import type { A, B } from "./a.js";');
});

test("types among values say so, in one order whatever their case", () => {
  expect(importStatement("./a.js", { values: ["zip", "age"], types: ["Map"] })).toBe(
    'import { age, type Map, zip } from "./a.js";',
  );
});

test("a default import stands in front", () => {
  expect(importStatement("./a.js", { default: "a" })).toBe('import a from "./a.js";');
  expect(importStatement("./a.js", { default: "a", types: ["B"] })).toBe('import a, { type B } from "./a.js";');
});

test("a specifier is quoted whatever it holds", () => {
  expect(importStatement('./a".js', { default: "a" })).toBe('import a from "./a\\".js";');
});

test("symbols of the runtime are told apart by the table", () => {
  expect(importSymbols("@cmgen/runtime/codegen", "createResourceRouter", "Service")).toBe(
    'import { createResourceRouter, type Service } from "@cmgen/runtime/codegen";',
  );
});

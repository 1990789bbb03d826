import { expect, test } from "vitest";

import { runtimeImport } from "./runtime-import.js";

test("names that are free are imported as they are", () => {
  expect(runtimeImport("@cmgen/runtime/codegen", ["createResourceRouter", "Service"], ["Person"])).toEqual({
    statement: 'import { createResourceRouter, type Service } from "@cmgen/runtime/codegen";',
    local: { createResourceRouter: "createResourceRouter", Service: "Service" },
  });
});

test("a name that a model has is imported under another", () => {
  const { statement, local } = runtimeImport("@cmgen/runtime/codegen", ["Service"], ["Service", "Service2"]);
  expect(statement).toBe('import type { Service as Service3 } from "@cmgen/runtime/codegen";');
  expect(local).toEqual({ Service: "Service3" });
});

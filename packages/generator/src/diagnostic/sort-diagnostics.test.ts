import { expect, test } from "vitest";

import type { Diagnostic } from "./diagnostic.js";
import { sortDiagnostics } from "./sort-diagnostics.js";

function at(file: string, line: number, column: number, code = "CM0001"): Diagnostic {
  const span = { file, start: { line, column }, end: { line, column: column + 1 } };
  return { code, severity: "error", message: "", fix: "", span };
}

test("by file, line, column and code, those without a place first, each once", () => {
  const whole: Diagnostic = { code: "CM9999", severity: "warning", message: "", fix: "" };
  const sorted = [whole, at("a.ts", 2, 9), at("a.ts", 10, 1), at("a.ts", 10, 1, "CM0002"), at("b.ts", 1, 1)];
  expect(sortDiagnostics([...sorted].reverse().concat(at("a.ts", 2, 9)))).toEqual(sorted);
});

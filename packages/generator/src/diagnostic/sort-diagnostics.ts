import { compareText } from "../model/compare-text.js";
import type { SourcePosition } from "../model/source-span.js";
import type { Diagnostic } from "./diagnostic.js";

/** By file, place and code, those of the project as a whole first; of two that are alike the first is kept. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const distinct = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...distinct.values()].sort(compare);
}

function compare(a: Diagnostic, b: Diagnostic): number {
  if (a.span === undefined || b.span === undefined) return Number(a.span !== undefined) - Number(b.span !== undefined);
  return (
    compareText(a.span.file, b.span.file) ||
    comparePositions(a.span.start, b.span.start) ||
    comparePositions(a.span.end, b.span.end) ||
    compareText(a.code, b.code)
  );
}

function comparePositions(a: SourcePosition, b: SourcePosition): number {
  return a.line - b.line || a.column - b.column;
}

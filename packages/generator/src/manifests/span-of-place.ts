import type { SourceSpan } from "../model/source-span.js";

/**
 * The span of what stands at a place in a manifest: a key, or a plain or quoted value, up to the end of the line.
 *
 * @param place `<file>:<line>:<column>`, or a file alone.
 * @param text The file's text.
 */
export function spanOfPlace(place: string, text: string): SourceSpan {
  const [, file = place, line = "1", column = "1"] = /^(.*):(\d+):(\d+)$/s.exec(place) ?? [];
  const start = { line: Number(line), column: Number(column) };
  const rest = (text.split("\n")[start.line - 1] ?? "").slice(start.column - 1);
  const [word = ""] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s:,[\]{}]+)/.exec(rest) ?? [];
  return { file, start, end: { line: start.line, column: start.column + Math.max(word.length, 1) } };
}

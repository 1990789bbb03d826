import type { ts } from "ts-morph";

import { compiler } from "../read/compiler.js";
import type { FileStyle } from "./file-style.js";
import { indentAt, insertion, type TextEdit } from "./text-edit.js";

/** A list of things in brackets, with commas between them: of an array, an object or an import. */
export interface BracketedList {
  readonly file: ts.SourceFile;
  /** The brackets and all between them. */
  readonly node: ts.Node;
  readonly elements: ts.NodeArray<ts.Node>;
}

/** Adds entries at the end of a list, as its author writes it: on lines of their own, and with a comma at the end, or not. */
export function appendToList(
  { file, node, elements }: BracketedList,
  entries: readonly string[],
  style: FileStyle,
): readonly TextEdit[] {
  const { text } = file;
  const last = elements.at(-1);
  if (entries.length === 0) return [];
  if (last === undefined) return [fillList(file, node, { entries, style })];
  const before = elements.at(-2)?.end ?? node.getStart(file) + 1;
  const hasLines = text.slice(before, last.getStart(file)).includes("\n");
  const comma = elements.hasTrailingComma === true;
  if (!hasLines) {
    const added = entries.map((entry) => (comma ? ` ${entry},` : `, ${entry}`)).join("");
    return [insertion(comma ? elements.end : last.end, added)];
  }
  const line = `${style.newline}${indentAt(text, last.getStart(file))}`;
  const added = entries.map((entry) => `${line}${entry}`).join(",") + (comma ? "," : "");
  const end = afterComments(text, comma ? elements.end : last.end);
  return [...(comma ? [] : [insertion(last.end, ",")]), insertion(end, added)];
}

interface Filling {
  readonly entries: readonly string[];
  readonly style: FileStyle;
}

/** An empty list may have a comment in it. */
function fillList(file: ts.SourceFile, node: ts.Node, { entries, style }: Filling): TextEdit {
  const { text } = file;
  const [start, end] = [node.getStart(file) + 1, node.end - 1];
  const inner = text.slice(start, end);
  const isArray = text.charAt(start - 1) === "[";
  if (inner.trim() === "" && isArray) return { start, end, text: entries.join(", ") };
  const outer = indentAt(text, node.getStart(file));
  const lines = entries.map((entry) => `${style.newline}${outer}${style.indent}${entry},`).join("");
  const kept = text.slice(0, end).trimEnd().length;
  return { start: Math.max(start, kept), end, text: `${lines}${style.newline}${outer}` };
}

/** The end of the comments that follow on the same line. */
export function afterComments(text: string, offset: number): number {
  return compiler.getTrailingCommentRanges(text, offset)?.at(-1)?.end ?? offset;
}

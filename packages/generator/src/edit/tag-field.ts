import type { ts } from "ts-morph";

import { compiler } from "../read/compiler.js";
import { docRangeOf } from "../read/docs/doc-comment.js";
import type { FileStyle } from "./file-style.js";
import { indentAt, insertion, type TextEdit } from "./text-edit.js";

/** Whether a field is declared where a tag can stand before it: on a line of its own. */
export function canBeTagged(node: ts.Node): node is ts.PropertySignature {
  if (!compiler.isPropertySignature(node)) return false;
  const { text } = node.getSourceFile();
  const start = node.getStart();
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
}

/** Adds tags to the comment of a field, or gives it one. Behind prose they are on a line of their own, where tags are read. */
export function tagField(node: ts.PropertySignature, tags: string, { newline }: FileStyle): TextEdit {
  const { text } = node.getSourceFile();
  const start = node.getStart();
  const indent = indentAt(text, start);
  const range = docRangeOf(text, node);
  if (range === undefined) return insertion(start, `/** ${tags} */${newline}${indent}`);
  const end = range.end - "*/".length;
  const inner = text.slice(range.start + "/**".length, end);
  if (inner.includes("\n")) {
    const kept = range.start + "/**".length + inner.trimEnd().length;
    return { start: kept, end, text: `${newline}${indent} * ${tags}${newline}${indent} ` };
  }
  if (inner.trim().startsWith("@")) return { start: range.start, end, text: `/** ${inner.trim()} ${tags} ` };
  const lines = [inner.trim(), tags].map((line) => `${newline}${indent} * ${line}`).join("");
  return { start: range.start, end, text: `/**${lines}${newline}${indent} ` };
}

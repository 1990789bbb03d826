import type { ts } from "ts-morph";

import { withTagsOnLines } from "../read/docs/misplaced-tags.js";
import { isPlainName } from "../render/property-key.js";
import { docComment } from "../render/text.js";
import { afterComments } from "./append-to-list.js";
import type { NewField } from "./edit-request.js";
import { type FileStyle, quoted } from "./file-style.js";
import { indentAt, insertion, type TextEdit } from "./text-edit.js";

/** What can be given another field: the braces of an interface or of an object type. */
export type ObjectNode = ts.InterfaceDeclaration | ts.TypeLiteralNode;

/** Adds a field behind the last one, as the author writes fields: the same indentation, the same separator, on one line or on several. */
export function appendMember(node: ObjectNode, field: NewField, style: FileStyle): readonly TextEdit[] {
  const file = node.getSourceFile();
  const { text } = file;
  const last = node.members.at(-1);
  if (last === undefined) return [firstMember(node, field, style)];
  const start = text.lastIndexOf("\n", last.getStart(file));
  const hasLines = start > Math.max(node.members.pos, node.members.at(-2)?.end ?? 0) - 1;
  const own = separatorOf(text, last);
  const between = separatorOf(text, node.members.at(-2)) || own;
  if (!hasLines) {
    const separator = between || ";";
    return [insertion(last.end, `${own === "" ? separator : ""} ${memberText(field, style).join(" ")}${own}`)];
  }
  const indent = indentAt(text, last.getStart(file));
  const lines = memberText(field, style).map((line) => `${style.newline}${indent}${line}`);
  const gap = isSpaced(node) ? style.newline : "";
  const missing = own === "" && between !== "" ? [insertion(last.end, between)] : [];
  return [...missing, insertion(afterComments(text, last.end), `${gap}${lines.join("")}${own || between}`)];
}

function firstMember(node: ObjectNode, field: NewField, style: FileStyle): TextEdit {
  const file = node.getSourceFile();
  const end = node.end - 1;
  // A comment in the braces stays.
  const kept = Math.max(node.members.pos, file.text.slice(0, end).trimEnd().length);
  const outer = indentAt(file.text, end);
  const base = file.text.slice(node.members.pos, end).includes("\n") ? outer : indentAt(file.text, node.getStart(file));
  const lines = memberText(field, style).map((line) => `${style.newline}${base}${style.indent}${line}`);
  return { start: kept, end, text: `${lines.join("")}${style.semicolon}${style.newline}${base}` };
}

/** Lines of a field's declaration, without what separates it from the next. */
export function memberText({ name, type, optional, doc }: NewField, style: FileStyle): readonly string[] {
  const key = isPlainName(name) ? name : quoted(name, style);
  const comment = docComment(withTagsOnLines(doc)).split("\n").slice(0, -1);
  return [...comment, `${key}${optional ? "?" : ""}: ${type}`];
}

function separatorOf(text: string, member: ts.TypeElement | undefined): string {
  const end = member === undefined ? "" : text.charAt(member.end - 1);
  return end === ";" || end === "," ? end : "";
}

/** Whether the last two fields have an empty line between them. */
function isSpaced({ members }: ObjectNode): boolean {
  const last = members.at(-1);
  return members.length > 1 && last !== undefined && /^[^\n]*\n[ \t]*\r?\n/.test(last.getFullText());
}

import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { TextRange } from "../source-files.js";
import { correctedComment } from "./corrected-comment.js";
import { commentLines, docRangeOf, type StrayTag } from "./doc-comment.js";
import { isMeant, type TaggedLine, tagsOfLine } from "./tag-starts.js";
import { isTagName } from "./tag-table.js";

/**
 * The first of our own tags in a comment that belongs to a node and is not read: one that is no doc comment, stands behind what it is about,
 * or before another doc comment.
 */
export function misplacedTag(node: ts.Node): StrayTag | undefined {
  const { text } = node.getSourceFile();
  const doc = docRangeOf(text, node);
  for (const range of commentsAround(text, node)) {
    if (range.start === doc?.start) continue;
    const lines = taggedLines(text, range);
    for (const { starts, strays, offset } of lines) {
      const tag = [...starts, ...strays].find((one) => isTagName(one.name) && !one.isJoined && isMeant(one));
      if (tag === undefined) continue;
      const own = doc === undefined ? [] : taggedLines(text, doc);
      const found = { start: offset + tag.column, end: offset + tag.end };
      return { name: tag.name, range: found, corrected: correctedComment([...own, ...lines]) };
    }
  }
  return undefined;
}

/** The comments on the lines before a node, and those that end its last line. */
function commentsAround(text: string, node: ts.Node): readonly TextRange[] {
  const isTagged = (from: number, to: number): boolean => text.slice(from, to).includes("@");
  if (!isTagged(node.pos, node.getStart()) && !isTagged(endOfType(node), lineEnd(text, node.end))) return [];
  const before = compiler.getLeadingCommentRanges(text, node.pos) ?? [];
  // In front of the semicolon, or behind it.
  const inside = compiler.getTrailingCommentRanges(text, endOfType(node)) ?? [];
  const behind = (compiler.getTrailingCommentRanges(text, node.end) ?? []).filter(({ end }) =>
    /^\s*(?:[})]|$)/.test(text.slice(end, lineEnd(text, end))),
  );
  return [...before, ...inside, ...behind].map(({ pos, end }) => ({ start: pos, end }));
}

function endOfType(node: ts.Node): number {
  const isTyped = compiler.isPropertySignature(node) || compiler.isTypeAliasDeclaration(node);
  return (isTyped ? node.type?.end : undefined) ?? node.end;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function taggedLines(text: string, range: TextRange): readonly TaggedLine[] {
  return commentLines(text, range).map((line) => ({ ...line, ...tagsOfLine(line.text) }));
}

import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { TextRange } from "../reporter.js";
import { commentLines, docRangeOf } from "./doc-comment.js";
import { isTagName } from "./tag-table.js";
import { isMeant, type TaggedLine, tagsOfLine } from "./tag-starts.js";

/** A tag that stands where tags are not read. */
export interface MisplacedTag {
  readonly name: string;
  readonly range: TextRange;
  /** The comment with its tags where they are read. */
  readonly corrected: string;
}

/** The first of our own tags in the middle of a sentence. */
export function strayTag(lines: readonly TaggedLine[]): MisplacedTag | undefined {
  const line = lines.find(({ strays }) => strays.length > 0);
  const [stray] = line?.strays ?? [];
  if (line === undefined || stray === undefined) return undefined;
  const end = stray.column + line.text.slice(stray.column, stray.valueEnd).trimEnd().length;
  const range = { start: line.offset + stray.column, end: line.offset + end };
  return { name: stray.name, range, corrected: correctedComment(lines) };
}

/**
 * The first of our own tags in a comment that belongs to a node and is not read: one that is no doc comment, stands behind what it is about,
 * or before another doc comment.
 */
export function misplacedTag(node: ts.Node): MisplacedTag | undefined {
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

/** A comment with its tags where they are read. */
function correctedComment(lines: readonly TaggedLine[]): string {
  return ["/**", ...correctedLines(lines).map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

/** The text of a comment with its tags where they are read. */
export function withTagsOnLines(text: string): string {
  return correctedLines(text.split("\n").map((line) => ({ text: line, offset: 0, ...tagsOfLine(line) }))).join("\n");
}

/**
 * The tags that stand in sentences come last, each on a line of its own. Those whose text is not what the tag takes are mentioned, most
 * likely: they go in backticks.
 */
function correctedLines(lines: readonly TaggedLine[]): readonly string[] {
  const corrected = lines.map(correctedLine);
  const kept = corrected.flatMap(({ rest }) => rest ?? []);
  while (kept[0] === "") kept.shift();
  while (kept.at(-1) === "") kept.pop();
  return [...kept, ...corrected.flatMap(({ moved }) => moved)];
}

interface CorrectedLine {
  /** Absent where nothing is left. */
  readonly rest?: string;
  readonly moved: readonly string[];
}

function correctedLine({ text, strays }: TaggedLine): CorrectedLine {
  const moved: string[] = [];
  let rest = text;
  // From the right, so that columns stay.
  for (const tag of strays.toReversed()) {
    const before = rest.slice(0, tag.column);
    const behind = rest.slice(tag.valueEnd);
    if (isMeant(tag)) {
      moved.unshift(`@${tag.name} ${tag.value}`.trimEnd());
      rest = `${before.trimEnd()}${behind === "" ? "" : " "}${behind}`;
    } else rest = `${before}\`@${tag.name}\`${rest.slice(tag.end)}`;
  }
  // Of a list's item that was a tag, the bullet is left.
  const isEmpty = /^\s*(?:[-*+•]|\d+[.)])?\s*$/.test(rest);
  return isEmpty && strays.length > 0 ? { moved } : { rest: rest.trimEnd(), moved };
}

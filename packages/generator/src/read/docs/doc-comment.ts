import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { TextRange } from "../reporter.js";
import { type CommentLine, type LineTags, type TaggedLine, type TagStart, tagsOfLine } from "./tag-starts.js";

/** `@name value`, or a marker `+name=value`: the range covers both. */
export interface DocTag {
  /** Without the `@`; a marker's has its `+`. */
  readonly name: string;
  readonly value: string;
  /** The part of the value on the tag's own line. */
  readonly valueOnLine: string;
  /** Whether the value follows the name without a blank, as in `@Min(3)`. */
  readonly isJoined: boolean;
  readonly range: TextRange;
}

export interface DocComment {
  /** The text outside of tags, lines joined by `\n`, exactly as written but for the comment's own asterisks. */
  readonly description: string;
  readonly tags: readonly DocTag[];
  readonly lines: readonly TaggedLine[];
}

/** The doc comment that stands right before a node, or `undefined`. */
export function docCommentOf(node: ts.Node): DocComment | undefined {
  const file = node.getSourceFile();
  const range = docRangeOf(file.text, node);
  return range && parseDocComment(file.text, range);
}

/** Where the doc comment before a node is. */
export function docRangeOf(text: string, node: ts.Node): TextRange | undefined {
  // Most nodes have no comment before them: that is seen without scanning.
  if (!text.slice(node.pos, node.getStart()).includes("/**")) return undefined;
  const onItsLine = (compiler.getTrailingCommentRanges(text, node.pos) ?? []).filter(
    ({ end }) => !text.slice(end, node.getStart()).includes("\n"),
  );
  const ranges = [...onItsLine, ...(compiler.getLeadingCommentRanges(text, node.pos) ?? [])];
  const range = ranges.findLast(({ pos, end }) => text.startsWith("/**", pos) && end - pos > 4);
  return range && { start: range.pos, end: range.end };
}

/** Parses the comment at `range` of `text`, its delimiters included. */
export function parseDocComment(text: string, range: TextRange): DocComment {
  const description: string[] = [];
  const tags: OpenTag[] = [];
  let fenced = false;
  const lines: TaggedLine[] = [];
  for (const line of commentLines(text, range)) {
    const fence = /^\s*```/.test(line.text);
    const { starts, strays } = fenced || fence ? noTags : tagsOfLine(line.text, openOf(tags.at(-1)));
    if (fence) fenced = !fenced;
    lines.push({ ...line, starts, strays });
    const first = starts[0]?.column ?? line.text.length;
    const before = { text: line.text.slice(0, first), offset: line.offset };
    const open = tags.at(-1);
    if (open === undefined) description.push(before.text.trimEnd());
    else open.lines.push(before);
    tags.push(...starts.map((start) => openTag(line, start)));
  }
  return { description: trimBlankLines(description), tags: tags.map(closeTag), lines };
}

const noTags: LineTags = { starts: [], strays: [] };

/** A tag whose value may go on, as far as it was read. */
function openOf(tag: OpenTag | undefined): Pick<DocTag, "name" | "value"> | undefined {
  return (
    tag && {
      name: tag.name,
      value: tag.lines
        .map(({ text }) => text)
        .join("\n")
        .trim(),
    }
  );
}

interface OpenTag {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  readonly isJoined: boolean;
  readonly lines: CommentLine[];
}

function openTag(line: CommentLine, { name, column, end, isJoined, valueEnd }: TagStart): OpenTag {
  const value = { text: line.text.slice(end, valueEnd), offset: line.offset + end };
  return { name, start: line.offset + column, nameEnd: line.offset + end, isJoined, lines: [value] };
}

function closeTag({ name, start, nameEnd, isJoined, lines }: OpenTag): DocTag {
  const last = lines.findLast((line) => line.text.trim() !== "");
  const end = last === undefined ? nameEnd : last.offset + last.text.trimEnd().length;
  const value = lines.map((line) => line.text.trimEnd()).join("\n");
  const valueOnLine = lines[0]?.text.trim() ?? "";
  return { name, value: value.trim(), valueOnLine, isJoined, range: { start, end } };
}

/** The lines of a comment of any kind, without what makes them comments. */
export function commentLines(text: string, range: TextRange): CommentLine[] {
  const lines: CommentLine[] = [];
  const [opening = ""] = /^(?:\/\*\*?|\/\/+)/.exec(text.slice(range.start, range.end)) ?? [];
  const end = opening.startsWith("//") ? range.end : range.end - 2;
  let offset = range.start + opening.length;
  while (offset <= end) {
    const newline = text.indexOf("\n", offset);
    const stop = newline === -1 || newline > end ? end : newline;
    lines.push(lineOf(text.slice(offset, stop), offset, lines.length === 0));
    offset = stop + 1;
  }
  return lines;
}

function lineOf(raw: string, offset: number, isFirst: boolean): CommentLine {
  const margin = isFirst ? /^[ \t]?/.exec(raw) : /^[ \t]*(?:\* ?)?/.exec(raw);
  const skipped = margin?.[0].length ?? 0;
  return { text: raw.slice(skipped).replace(/\r$/, ""), offset: offset + skipped };
}

function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

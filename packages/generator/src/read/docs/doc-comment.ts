import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { TextRange } from "../source-files.js";

/** `@name value`: the range covers both. */
export interface DocTag {
  readonly name: string;
  readonly value: string;
  readonly range: TextRange;
}

export interface DocComment {
  /** The text outside of tags, lines joined by `\n`, exactly as written but for the comment's own asterisks. */
  readonly description: string;
  readonly tags: readonly DocTag[];
}

/** Tells whether `@name` in the middle of a line starts a tag; at the start of a line it always does. */
export type IsInlineTag = (name: string) => boolean;

/** A line of a comment without its leading asterisk, and where its first character stands in the file. */
interface Line {
  readonly text: string;
  readonly offset: number;
}

interface TagStart {
  readonly name: string;
  /** Offset in the line of `@`. */
  readonly column: number;
}

/** The doc comment that stands right before a node, or `undefined`. */
export function docCommentOf(node: ts.Node, isInlineTag: IsInlineTag): DocComment | undefined {
  const file = node.getSourceFile();
  const range = docRangeOf(file.text, node);
  return range && parseDocComment(file.text, range, isInlineTag);
}

function docRangeOf(text: string, node: ts.Node): TextRange | undefined {
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
export function parseDocComment(text: string, range: TextRange, isInlineTag: IsInlineTag): DocComment {
  const description: string[] = [];
  const tags: OpenTag[] = [];
  let fenced = false;
  for (const line of linesOf(text, range)) {
    const fence = /^\s*```/.test(line.text);
    const starts = fenced || fence ? [] : tagStarts(line.text, isInlineTag);
    if (fence) fenced = !fenced;
    const first = starts[0]?.column ?? line.text.length;
    const before = { text: line.text.slice(0, first), offset: line.offset };
    const open = tags.at(-1);
    if (open === undefined) description.push(before.text.trimEnd());
    else open.lines.push(before);
    tags.push(...starts.map((start, position) => openTag(line, start, starts[position + 1])));
  }
  return { description: trimBlankLines(description), tags: tags.map(closeTag) };
}

interface OpenTag {
  readonly name: string;
  readonly start: number;
  readonly lines: Line[];
}

function openTag(line: Line, start: TagStart, next: TagStart | undefined): OpenTag {
  const from = start.column + 1 + start.name.length;
  const value = { text: line.text.slice(from, next?.column), offset: line.offset + from };
  return { name: start.name, start: line.offset + start.column, lines: [value] };
}

function closeTag({ name, start, lines }: OpenTag): DocTag {
  const last = lines.findLast((line) => line.text.trim() !== "");
  const end = last === undefined ? start + 1 + name.length : last.offset + last.text.trimEnd().length;
  const value = lines.map((line) => line.text.trimEnd()).join("\n");
  return { name, value: value.trim(), range: { start, end } };
}

function linesOf(text: string, range: TextRange): Line[] {
  const lines: Line[] = [];
  const end = range.end - 2;
  let offset = range.start + 3;
  while (offset <= end) {
    const newline = text.indexOf("\n", offset);
    const stop = newline === -1 || newline > end ? end : newline;
    lines.push(lineOf(text.slice(offset, stop), offset, lines.length === 0));
    offset = stop + 1;
  }
  return lines;
}

function lineOf(raw: string, offset: number, isFirst: boolean): Line {
  const margin = isFirst ? /^[ \t]?/.exec(raw) : /^[ \t]*(?:\* ?)?/.exec(raw);
  const skipped = margin?.[0].length ?? 0;
  return { text: raw.slice(skipped).replace(/\r$/, ""), offset: offset + skipped };
}

/** Tags of a line, left to right; what stands in backticks or in `{@link …}` is text. */
function tagStarts(line: string, isInlineTag: IsInlineTag): TagStart[] {
  const starts: TagStart[] = [];
  for (const match of withoutCode(line).matchAll(/(?<=^|\s)@([A-Za-z][A-Za-z0-9_-]*)(?![^\s])/g)) {
    const name = match[1] ?? "";
    const isBlock = line.slice(0, match.index).trim() === "";
    if (isBlock || isInlineTag(name)) starts.push({ name, column: match.index });
  }
  return starts;
}

/** The line with code spans blanked out, so that columns stay. */
function withoutCode(line: string): string {
  return line.replaceAll(/(`+)(?:(?!\1).)+?\1/g, (code) => " ".repeat(code.length).replace(/^ /, "."));
}

function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

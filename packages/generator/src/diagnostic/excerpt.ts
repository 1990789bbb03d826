import type { SourceSpan } from "../model/source-span.js";
import { displayWidth, printable } from "./display-width.js";

/** The first line of a span in three parts: what is marked, and what stands around it. Fit for a terminal. */
export interface Excerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** The excerpt of a span from its file's text, at most `width` columns of it; `undefined` where the text has no such line. */
export function excerptOf(span: SourceSpan, text: string | undefined, width: number): Excerpt | undefined {
  const line = text?.split(/\r\n|[\n\r\u2028\u2029]/)[span.start.line - 1];
  if (line === undefined) return undefined;
  const start = span.start.column - 1;
  const end = span.end.line === span.start.line ? span.end.column - 1 : line.trimEnd().length;
  const parts = { before: line.slice(0, start), marked: line.slice(start, end), after: line.slice(end).trimEnd() };
  return cut(
    { before: printable(parts.before), marked: printable(parts.marked), after: printable(parts.after) },
    width,
  );
}

/** Keeps the mark in view: first what comes after it gives way, then what comes before, then its own end. */
function cut({ before, marked, after }: Excerpt, width: number): Excerpt {
  const ownWidth = Math.min(displayWidth(marked), width);
  const roomBefore = Math.max(width - ownWidth, 0);
  const keptBefore = cutStart(before, Math.max(roomBefore - 10, Math.floor(roomBefore / 2)));
  const keptMarked = cutEnd(marked, width - displayWidth(keptBefore));
  const left = width - displayWidth(keptBefore) - displayWidth(keptMarked);
  return { before: keptBefore, marked: keptMarked, after: cutEnd(after, left) };
}

function cutEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = text;
  while (kept !== "" && displayWidth(kept) > width - 1) kept = kept.slice(0, -1);
  return width < 1 ? "" : `${kept}…`;
}

function cutStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = text;
  while (kept !== "" && displayWidth(kept) > width - 1) kept = kept.slice(1);
  return width < 1 ? "" : `…${kept}`;
}

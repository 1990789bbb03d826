/** A stretch of a text, and what takes its place. Offsets count UTF-16 units, as the compiler's do. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** A text with edits made, which must not overlap. What is inserted at one place comes in the order of the edits. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  let at = 0;
  const parts = ordered.map((edit) => {
    const part = text.slice(at, edit.start) + edit.text;
    at = edit.end;
    return part;
  });
  return parts.join("") + text.slice(at);
}

/** The blanks that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}

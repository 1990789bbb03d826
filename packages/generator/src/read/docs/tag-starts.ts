/** What looks like a tag, and what surrounds it. The same word may be a tag at the start of a line and prose in a sentence. */
export interface TagCandidate {
  /** Without the `@`; a marker's has its `+`. */
  readonly name: string;
  /** The rest of the line, up to the next candidate. */
  readonly value: string;
  /** Whether the value follows the name without a blank, as in `@Min(3)`. */
  readonly isJoined: boolean;
  /** The line's text before it. */
  readonly before: string;
  /** The tag whose value it stands in; absent in the description. */
  readonly open?: string;
  /** Whether another candidate follows on the line, or nothing does until the comment ends. */
  readonly endsValue: boolean;
}

export type IsTag = (candidate: TagCandidate) => boolean;

/** A tag in a line. */
export interface TagStart {
  readonly name: string;
  /** Offset in the line of `@` or `+`. */
  readonly column: number;
  /** Offset in the line of what follows the name. */
  readonly end: number;
  readonly isJoined: boolean;
}

/** Where in its comment a line is. */
interface LinePlace {
  readonly open?: string;
  readonly isLast: boolean;
}

/**
 * `@name` after a blank, with what may be joined to it in other tools' forms (`@Min(3)`, `@min: 3`), or a marker such as
 * `+optional` or `+kubebuilder:validation:Maximum=3` at the start of a line.
 */
const candidatePattern =
  /(?<=^|\s)@([A-Za-z][A-Za-z0-9_-]*)(?=[\s(:=]|$)|(?<=^\s*)(\+[A-Za-z0-9]+(?::[A-Za-z0-9]+)*)(?=[\s:=]|$)/g;

/** Tags of a line, left to right; what stands in backticks or in `{@link …}` is text. */
export function tagStarts(line: string, { open, isLast }: LinePlace, isTag: IsTag): TagStart[] {
  const starts: TagStart[] = [];
  const matches = [...withoutCode(line).matchAll(candidatePattern)];
  for (const [position, match] of matches.entries()) {
    const next = matches[position + 1]?.index;
    const name = match[1] ?? match[2] ?? "";
    const end = match.index + match[0].length;
    const isJoined = /[(:=]/.test(line.charAt(end));
    const holder = starts.at(-1)?.name ?? open;
    const candidate = {
      name,
      value: line.slice(end, next).trim(),
      isJoined,
      before: line.slice(0, match.index).trim(),
      ...(holder !== undefined && { open: holder }),
      endsValue: next !== undefined || isLast,
    };
    if (isTag(candidate)) starts.push({ name, column: match.index, end, isJoined });
  }
  return starts;
}

/** The line with code spans blanked out, so that columns stay. */
function withoutCode(line: string): string {
  return line.replaceAll(/(`+)(?:(?!\1).)+?\1/g, (code) => " ".repeat(code.length).replace(/^ /, "."));
}

import { isMeant, type TaggedLine, tagsOfLine } from "./tag-starts.js";

/** A comment with its tags where they are read. */
export function correctedComment(lines: readonly TaggedLine[]): string {
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

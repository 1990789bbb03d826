/** Longer texts are cut in messages: the excerpt below has them whole. */
const maxLength = 60;

/** A stretch of source as part of a sentence: on one line, and not too long. */
export function shortText(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}

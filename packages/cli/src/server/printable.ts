/**
 * Text of a service as a terminal may print it: whatever a terminal would obey, such as the sequences that move the cursor or hide text, is
 * shown as an escape. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(UNSAFE, escape);
}

/** All control and format characters but tabs, line ends and the joiners of scripts and emoji, and the separators of lines and paragraphs. */
const UNSAFE = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

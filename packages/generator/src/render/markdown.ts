import { sourceText } from "./text.js";

/** `text` on one line of Markdown, also in a cell of a table. Its own Markdown stays, but it brings in no HTML and ends no cell. */
export function markdownText(text: string): string {
  return sourceText(text)
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll("<", "&lt;")
    .replaceAll(/(\\*)\|/g, (pipe, slashes: string) => (slashes.length % 2 === 0 ? `${slashes}\\|` : pipe));
}

import type { Json } from "../model/type.js";

/** What an editor would show as nothing, or by which it would show a line as another one: controls, and marks that reverse text. */
const hidden = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * `text` as lines of source may hold it: newlines of one kind, and nothing hidden. Every other function here begins with this. What
 * is escaped first and cleaned then is not escaped: `*`, a control character and `/` are harmless only as long as all three are there.
 */
export function sourceText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(hidden, "")
    .replaceAll(/\p{Cs}/gu, "\ufffd");
}

/** JSON of a value, on one line. What is hidden is written by its number, as only strings hold it. */
export function jsonText(value: Json): string {
  const numbered = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replaceAll(hidden, numbered);
}

/**
 * `text` as a JavaScript string literal. JSON's form is one, for every text: quotes, backslashes, newlines and lone surrogates
 * are escaped, and nothing is interpolated in double quotes.
 */
export function stringLiteral(text: string): string {
  return jsonText(text);
}

/** `text` for a block comment, with what would end it taken apart. */
export function commentText(text: string): string {
  return sourceText(text).replaceAll("*/", "*\\/");
}

/** A documentation comment of `text`, or nothing where there is none. Ends in a newline. */
export function docComment(text: string): string {
  const lines = commentText(text).trim().split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `/** ${lines[0]} */\n`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */", ""].join("\n");
}

/** `text` on one line, for a comment of either kind. */
export function lineText(text: string): string {
  return commentText(text).replaceAll(/\s+/g, " ").trim();
}

/** `text` on one line of Markdown, also in a cell of a table. Its own Markdown stays, but it brings in no HTML and ends no cell. */
export function markdownText(text: string): string {
  return sourceText(text)
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll("<", "&lt;")
    .replaceAll(/(\\*)\|/g, (pipe, slashes: string) => (slashes.length % 2 === 0 ? `${slashes}\\|` : pipe));
}

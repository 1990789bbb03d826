/**
 * `text` as a JavaScript string literal. JSON's form is one, for every text: quotes, backslashes, newlines and lone surrogates
 * are escaped, and nothing is interpolated in double quotes.
 */
export function stringLiteral(text: string): string {
  return JSON.stringify(text);
}

/** `text` with what would end a block comment taken apart, and characters no line of source should hold left out. */
export function commentText(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/(?![\t\n])\p{Cc}/gu, "");
}

/** A documentation comment of `text`, or nothing where there is none. Ends in a newline. */
export function docComment(text: string): string {
  const lines = commentText(text).trim().split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `/** ${lines[0]} */\n`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */", ""].join("\n");
}

/** `text` on one line, for a line comment. */
export function lineText(text: string): string {
  return commentText(text).replace(/\s+/g, " ").trim();
}

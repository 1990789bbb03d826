import { createHash } from "node:crypto";

/** SHA-256 of a text, in hex. Line endings do not count: a checkout may have turned them. */
export function contentHash(text: string): string {
  return createHash("sha256").update(withUnixLineEndings(text)).digest("hex");
}

/** Whether two texts are the same but for their line endings. */
export function sameContents(left: string, right: string): boolean {
  return left === right || withUnixLineEndings(left) === withUnixLineEndings(right);
}

function withUnixLineEndings(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

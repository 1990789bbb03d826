import { createHash } from "node:crypto";

/** SHA-256 of a text, in hex. Line endings do not count: a checkout may have turned them. */
export function contentHash(text: string): string {
  return text.length < LARGE ? hashOf(text) : hashOfLarge(text);
}

/** Characters from which on a text is worth remembering: a run asks for the hash of openapi.json, which may have megabytes, four times. */
const LARGE = 64 * 1024;

/** Texts that are remembered at most. */
const MOST = 16;

const large = new Map<string, string>();

function hashOfLarge(text: string): string {
  const hash = large.get(text) ?? hashOf(text);
  large.delete(text);
  large.set(text, hash);
  const [oldest] = large.keys();
  if (large.size > MOST && oldest !== undefined) large.delete(oldest);
  return hash;
}

function hashOf(text: string): string {
  return createHash("sha256").update(withUnixLineEndings(text)).digest("hex");
}

/** Whether two texts are the same but for their line endings. */
export function sameContents(left: string, right: string): boolean {
  return left === right || withUnixLineEndings(left) === withUnixLineEndings(right);
}

function withUnixLineEndings(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

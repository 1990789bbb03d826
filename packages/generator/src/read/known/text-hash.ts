import { createHash } from "node:crypto";

/** SHA-256 of a text as it is: line endings move what comes after them, so here they count. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

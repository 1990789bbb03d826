import { createHash } from "node:crypto";

/** PostgreSQL cuts identifiers at 63 bytes without a word; every name of ours fits, on both databases alike. */
export const IDENTIFIER_LIMIT = 63;

const HASH_LENGTH = 12;

/** The first 48 bits of the text's sha256, in hex: short, and the same on every machine. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}

export interface FitOptions {
  /** Longest result in bytes. */
  readonly limit: number;
  /** Put between what is left of the name and its hash. */
  readonly separator: string;
}

/** `name` as it is where it fits; else its beginning and a hash of the whole, so that different names stay different. ASCII only. */
export function fitIdentifier(name: string, { limit, separator }: FitOptions): string {
  if (name.length <= limit) return name;
  const kept = name.slice(0, limit - HASH_LENGTH - separator.length).replace(/_+$/, "");
  return `${kept}${separator}${shortHash(name)}`;
}

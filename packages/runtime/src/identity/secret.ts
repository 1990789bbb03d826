import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** What secrets of a service begin with, by what they are for. Scanners of source code and logs find them by it. */
const prefixes = { token: "cmgen_", session: "cmgen_session_", reset: "cmgen_reset_" } as const;

export type SecretUse = keyof typeof prefixes;

/** What every secret of a service begins with. */
export const SECRET_PREFIX = prefixes.token;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_BYTES = 32;
/** 62 ** 43 is more than 2 ** 256, and 62 ** 6 more than 2 ** 32. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** The longest secret. Longer texts are refused before anything is computed of them. */
export const MAX_SECRET_LENGTH = prefixes.session.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/** Makes a secret of 256 random bits: a prefix, the bits, and a checksum that tells a secret from other text without asking anybody. */
export function newSecret(use: SecretUse): string {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`);
  const text = prefixes[use] + digits(random, RANDOM_LENGTH);
  return text + checksum(text);
}

/** Whether a text is a whole secret for a use. Whether anybody has it is another question. */
export function isSecret(use: SecretUse, text: string): boolean {
  const prefix = prefixes[use];
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false;
  if (!BODY.test(text.slice(prefix.length))) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Whether a text begins as the secrets of sessions do. */
export function isSession(text: string): boolean {
  return text.startsWith(prefixes.session);
}

/**
 * What is kept of a secret. Whoever reads it learns nothing of a secret with 256 random bits. Secrets are looked up by it, so the time that takes
 * depends on bits that a caller cannot choose.
 */
export function secretHash(text: string): string {
  return hash("sha256", text, "base64url");
}

function checksum(text: string): string {
  return digits(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function digits(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? "") + text;
  return text;
}

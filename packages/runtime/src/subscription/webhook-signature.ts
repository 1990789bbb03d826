import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** The bytes of a secret (Standard Webhooks, Signature scheme); undefined for what is not one. */
export function secretBytes(secret: string): Buffer | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, "base64");
  const isRead = bytes.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isRead && bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES ? bytes : undefined;
}

/** What is signed: the message's id, the time of the attempt in seconds since 1970, and the body. */
export interface SignedMessage {
  readonly id: string;
  readonly seconds: number;
  readonly body: Buffer;
}

/** The value of `webhook-signature`. */
export function signatureOf(key: Buffer, { id, seconds, body }: SignedMessage): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64")}`;
}

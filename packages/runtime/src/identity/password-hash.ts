import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** What a hash costs: 2 ** `ln` blocks of `r` × 128 bytes, `p` times. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet: 128 MiB and about a third of a second each. */
export const scryptCost: ScryptCost = { ln: 17, r: 8, p: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A stored hash, taken apart. */
export interface PasswordHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** The text of a stored hash, as the password hashing competition has it: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`. */
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{16,})\$([A-Za-z0-9+/]{32,})$/;

/** Hashes a password with a new salt. */
export async function hashPassword(password: string, cost: ScryptCost = scryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, { cost, salt, length: HASH_BYTES });
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
}

/** Whether a password is the one that was hashed. */
export async function isPassword(password: string, { cost, salt, hash }: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(password, { cost, salt, length: hash.length }), hash);
}

/** Reads a stored hash. @throws {Error} for one that this release cannot read. */
export function parseHash(text: string): PasswordHash {
  const [, ln, r, p, salt = "", hash = ""] = FORM.exec(text) ?? [];
  if (ln === undefined) throw new Error("A stored password hash has a form that this release does not know");
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
}

/** Whether a hash costs less than new ones do, so that it should be made again. */
export function isCheaper({ cost }: PasswordHash, wanted: ScryptCost = scryptCost): boolean {
  return cost.r * cost.p * 2 ** cost.ln < wanted.r * wanted.p * 2 ** wanted.ln;
}

/** A hash that no password has: to work as much for a user who does not exist as for one who does. */
export function noPassword(cost: ScryptCost = scryptCost): PasswordHash {
  return { cost, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
}

interface Derivation {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly length: number;
}

/** In the threads of libuv, so that requests are answered meanwhile. */
function derive(password: string, { cost: { ln, r, p }, salt, length }: Derivation): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 * 128 * r * 2 ** ln };
  return new Promise((resolve, reject) => {
    // The same characters may be typed as different code points (RFC 8265).
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

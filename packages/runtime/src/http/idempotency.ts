import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Receipt, Store } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { callerOf } from "./request-caller.js";
import { splitTarget } from "./request-target.js";

const [compress, uncompress] = [promisify(gzip), promisify(gunzip)];

/** A request that must not be carried out twice. */
export interface KeyedRequest {
  readonly store: Store;
  /** Of the caller, the path and the key that the caller has chosen. */
  readonly key: string;
  /** What is asked, as a hash. */
  readonly request: string;
}

/** What is kept of an answer. */
export interface KeptAnswer<Head> {
  readonly head: Head;
  readonly body: Uint8Array;
}

/**
 * The `Idempotency-Key` of a request; undefined if it has none. Each caller has its own keys.
 *
 * @param body what is sent, parsed and not yet changed.
 * @throws {ApiError} `BadRequest` for a key that is not one.
 */
export function keyedRequest(request: IncomingMessage, store: Store, body: unknown): KeyedRequest | undefined {
  const given = request.headers["idempotency-key"];
  if (given === undefined) return undefined;
  if (typeof given !== "string" || !/^[\x21-\x7e]{1,255}$/.test(given)) {
    const message = "must be 1 to 255 visible ASCII characters";
    const errors = [{ path: "Idempotency-Key", code: "syntax", message }];
    throw new ApiError("BadRequest", `Idempotency-Key ${message}.`, { errors });
  }
  const { path } = splitTarget(request.url ?? "/");
  return { store, key: hashOf(callerOf(request).name, path, given), request: hashOf(JSON.stringify(body)) };
}

/**
 * Refuses a key where its caller would expect an answer to be kept, and none is: ignored, it would let the request be carried out twice.
 *
 * @throws {ApiError} `BadRequest` if there is one.
 */
export function assertNotKeyed({ headers, method }: IncomingMessage): void {
  if (headers["idempotency-key"] === undefined) return;
  const message = `is not for ${method}: send If-Match, or metadata.version in a merge patch, and it can be repeated`;
  const errors = [{ path: "Idempotency-Key", code: "unsupported", message }];
  throw new ApiError("BadRequest", `Idempotency-Key ${message}.`, { errors });
}

function hashOf(...parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)} ${part}`);
  return hash.digest("hex");
}

/**
 * The answer that is kept under a key; undefined if there is none.
 *
 * @throws {ApiError} `Invalid` if that was the answer to another request.
 */
export async function keptAnswer<Head>({ store, key, request }: KeyedRequest): Promise<KeptAnswer<Head> | undefined> {
  const receipt = await store.receipts.read(key);
  if (receipt === undefined) return undefined;
  if (receipt.request === request)
    // We wrote it, in `receiptOf`.
    return { head: JSON.parse(receipt.head) as Head, body: await uncompress(receipt.answer) };
  const message = "was used for another request within the last 24 hours";
  const errors = [{ path: "Idempotency-Key", code: "key", message }];
  throw new ApiError("Invalid", `Idempotency-Key ${message}: use another one.`, { errors });
}

/** What is kept of an answer, to be read by {@link keptAnswer}. */
export async function receiptOf<Head>(
  { key, request }: Omit<KeyedRequest, "store">,
  { head, body }: KeptAnswer<Head>,
): Promise<Receipt> {
  return { key, request, head: JSON.stringify(head), answer: await compress(body) };
}

/** The keys of the requests that this process carries out. */
const running = new WeakMap<Store, Set<string>>();

/**
 * Carries out a request while no other one with its key is.
 *
 * @throws {ApiError} `Conflict` if one is.
 */
export async function alone<Result>({ store, key }: KeyedRequest, run: () => Promise<Result>): Promise<Result> {
  const keys = running.get(store) ?? new Set();
  running.set(store, keys);
  if (keys.has(key))
    throw new ApiError("Conflict", "Another request with this Idempotency-Key is being carried out. Try again later.");
  keys.add(key);
  try {
    return await run();
  } finally {
    keys.delete(key);
  }
}

/** The header of an answer that was given before. */
export const REPLAYED = { "idempotent-replayed": "true" } as const;

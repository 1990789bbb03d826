import { parse } from "content-type";
import Negotiator from "negotiator";
import type { ServerResponse } from "node:http";

/** A `Content-Type` (RFC 9110, 8.3), in lower case. */
export interface MediaType {
  /** `type/subtype`. */
  readonly essence: string;
  readonly charset: string | undefined;
}

/** Parses a `Content-Type`; undefined if it is malformed. */
export function parseMediaType(header: string | undefined): MediaType | undefined {
  if (header === undefined) return undefined;
  const { type, parameters } = parse(header);
  if (!/^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(type)) return undefined;
  return { essence: type, charset: parameters["charset"]?.toLowerCase() };
}

/** Whether a client with this `Accept` accepts `type` (RFC 9110, 12.5.1): the most specific matching range decides. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept === "*/*" || accept === type || accept.trim() === "") return true;
  // We send UTF-8, and many clients ask for it explicitly.
  return new Negotiator({ headers: { accept } }).mediaType([type, `${type}; charset=utf-8`]) !== undefined;
}

/** Whether a client with this `Accept` prefers JSON to plain text. Without a preference it does not. */
export function prefersJson(accept: string | undefined): boolean {
  const types = ["text/plain", "application/json"];
  return new Negotiator({ headers: { accept: accept ?? "*/*" } }).mediaType(types) === "application/json";
}

/** One JSON value on each line. */
export const NDJSON = "application/x-ndjson";

/** Whether a client with this `Accept` asks for lines of JSON, and prefers them to one JSON value. */
export function prefersLines(accept: string | undefined): boolean {
  if (accept?.includes(NDJSON) !== true) return false;
  return new Negotiator({ headers: { accept } }).mediaType([NDJSON, "application/json"]) === NDJSON;
}

export type ContentCoding = "br" | "gzip";

/** Brotli is used if the client has no preference. */
const CODINGS = ["br", "gzip", "x-gzip"];

/** An option of negotiator 1.0 and later that is missing in its types: which of several equals is preferred. */
interface CodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** The coding to compress with: the client's preferred one (RFC 9110, 12.5.3), else Brotli; undefined if it accepts neither. */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const negotiator: CodingNegotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const coding = negotiator.encoding(CODINGS, { preferred: CODINGS });
  if (coding === undefined) return undefined;
  return coding === "br" ? "br" : "gzip";
}

/** A `Vary` with these fields and those that the answer already has. Replacing it would lose `Origin`. */
export function joinVary(response: ServerResponse, fields: string): string {
  const known = response.getHeader("vary");
  return known === undefined ? fields : `${String(known)}, ${fields}`;
}

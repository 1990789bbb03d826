import Negotiator from "negotiator";

/** Whether a client that sent this `Accept` takes `type` (RFC 9110, 12.5.1): the most specific range that covers it decides. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept === "*/*" || accept === type || accept.trim() === "") return true;
  // What we send is UTF-8, and many clients say that they want it.
  return new Negotiator({ headers: { accept } }).mediaType([type, `${type}; charset=utf-8`]) !== undefined;
}

export type ContentCoding = "br" | "gzip";

/** Brotli comes first for a client that likes several equally. */
const CODINGS = ["br", "gzip", "x-gzip"];

/** What negotiator 1.0 and later do and its types do not say: which of several equals comes first. */
interface CodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** The coding to compress with: the client's favourite (RFC 9110, 12.5.3), Brotli where it has none; nothing where it takes neither. */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const negotiator: CodingNegotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const coding = negotiator.encoding(CODINGS, { preferred: CODINGS });
  if (coding === undefined) return undefined;
  return coding === "br" ? "br" : "gzip";
}

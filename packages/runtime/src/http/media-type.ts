import { parse } from "content-type";

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

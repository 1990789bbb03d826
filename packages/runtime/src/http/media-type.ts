/** A `Content-Type` (RFC 9110, 8.3), in lower case. */
export interface MediaType {
  /** `type/subtype`. */
  readonly essence: string;
  readonly charset: string | undefined;
}

/** Reads a `Content-Type`; nothing where it is none. */
export function parseMediaType(header: string | undefined): MediaType | undefined {
  const [essence = "", ...parameters] = (` ${header ?? ""}`.match(PART) ?? []).map((part) => part.trim().toLowerCase());
  if (!/^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(essence)) return undefined;
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return { essence, charset: charset?.replace(/^"(.*)"$/, "$1") };
}

/** What is between semicolons, of which there may be some in quotes. */
const PART = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;

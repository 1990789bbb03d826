import type { IncomingMessage } from "node:http";
import { DocumentError } from "../document/document-error.js";
import { parseJson } from "../document/parse-json.js";
import { parseYaml } from "../document/parse-yaml.js";
import { ApiError } from "../error/api-error.js";
import { parseMediaType } from "./negotiate.js";
import { readBody, type ReadLimits } from "./read-body.js";

type Parse = (text: string) => unknown;

/** Media types of bodies, and how each is read. */
export type DocumentTypes = ReadonlyMap<string, Parse>;

/** The formats of an object (contract, Words on the wire). */
export const objectTypes: DocumentTypes = new Map<string, Parse>([
  ["application/json", parseJson],
  ["application/yaml", parseYaml],
  ["application/x-yaml", parseYaml],
]);

/** A parsed body. */
export interface ReceivedDocument {
  /** Its media type, in lower case and without parameters. */
  readonly type: string;
  readonly value: unknown;
}

/** What says how a body is to be read. */
export interface BodyHeaders {
  readonly method: string | undefined;
  readonly contentType: string | undefined;
}

/**
 * Reads a request's body as one of `types`.
 *
 * @throws {ApiError} `UnsupportedMediaType`, `TooLarge`, `TooManyRequests`, or `BadRequest` where the body is empty or not what its type says.
 */
export async function readDocument(
  request: IncomingMessage,
  { types, ...limits }: ReadLimits & { readonly types: DocumentTypes },
): Promise<ReceivedDocument> {
  const read = documentReader({ method: request.method, contentType: request.headers["content-type"] }, types);
  return read(await readBody(request, limits));
}

/**
 * What reads the bytes of a body: known before they are read, so that a body of another type is refused at once.
 *
 * @throws {ApiError} `UnsupportedMediaType`; what it returns throws `BadRequest`.
 */
export function documentReader(headers: BodyHeaders, types: DocumentTypes): (bytes: Uint8Array) => ReceivedDocument {
  const { type, parse } = chooseParser(headers, types);
  return (bytes) => {
    if (bytes.length === 0) throw new ApiError("BadRequest", "The request has no body.");
    try {
      return { type, value: parse(decode(bytes)) };
    } catch (error) {
      if (error instanceof DocumentError)
        throw new ApiError("BadRequest", `The body cannot be read. ${error.message}`, { cause: error });
      throw error;
    }
  };
}

function chooseParser(headers: BodyHeaders, types: DocumentTypes): { readonly type: string; readonly parse: Parse } {
  const { contentType } = headers;
  // As most clients write it.
  const plain = contentType === undefined ? undefined : types.get(contentType);
  if (contentType !== undefined && plain !== undefined) return { type: contentType, parse: plain };
  const media = parseMediaType(contentType);
  const parse = media && types.get(media.essence);
  if (media === undefined || parse === undefined)
    throw unsupported(`The body's Content-Type is ${contentType ?? "missing"}`, headers, types);
  if (media.charset !== undefined && media.charset !== "utf-8" && media.charset !== "utf8") {
    throw unsupported(`The body's charset is ${media.charset}, not UTF-8`, headers, types);
  }
  return { type: media.essence, parse };
}

/** The supported types are in `Accept-Patch` (RFC 5789, 3.1) or `Accept` (RFC 9110, 15.5.16). */
function unsupported(what: string, { method }: BodyHeaders, types: DocumentTypes): ApiError {
  const accepted = [...types.keys()].join(", ");
  const header = method === "PATCH" ? "accept-patch" : "accept";
  return new ApiError("UnsupportedMediaType", `${what}; expected ${accepted}.`, { headers: { [header]: accepted } });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Without a byte order mark. */
function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new DocumentError("It is not UTF-8.", { cause: error });
  }
}

import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { DocumentError, TooManyValuesError } from "../document/document-error.js";
import { parseJson } from "../document/parse-json.js";
import { parseYaml } from "../document/parse-yaml.js";
import { ApiError } from "../error/api-error.js";
import { parseMediaType } from "./negotiate.js";
import { readBody, type ReadLimits } from "./read-body.js";

/** Parses a text that has a limited number of values. */
type Parse = (text: string, maxValues?: number) => unknown;

/** Media types of bodies, and how each is read. */
export type DocumentTypes = ReadonlyMap<string, Parse>;

/** The formats of an object (HTTP API, Requests). */
export const objectTypes: DocumentTypes = new Map<string, Parse>([
  ["application/json", parseJson],
  ["application/yaml", parseYamlBody],
  ["application/x-yaml", parseYamlBody],
]);

/** What YAML takes longer than JSON to parse. */
const YAML_SHARE = 10;

function parseYamlBody(text: string, maxValues = Infinity): unknown {
  return parseYaml(text, maxValues / YAML_SHARE);
}

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
  { types, maxValues, ...limits }: ReadLimits & DocumentLimits & { readonly types: DocumentTypes },
): Promise<ReceivedDocument> {
  const headers = { method: request.method, contentType: request.headers["content-type"] };
  const read = documentReader(headers, types, { maxValues });
  const bytes = await readBody(request, limits);
  const received = read(bytes);
  // What is done with a large document takes as long again. Others come in between.
  if (bytes.length > LARGE_BYTES) await setImmediate();
  return received;
}

const LARGE_BYTES = 64 * 1024;

/** How much a document may have. */
export interface DocumentLimits {
  /** Values and names of members in JSON; in YAML a tenth of it. */
  readonly maxValues: number;
}

/**
 * What reads the bytes of a body: known before they are read, so that a body of another type is refused at once.
 *
 * @throws {ApiError} `UnsupportedMediaType`; what it returns throws `BadRequest` and `TooLarge`.
 */
export function documentReader(
  headers: BodyHeaders,
  types: DocumentTypes,
  { maxValues }: DocumentLimits,
): (bytes: Uint8Array) => ReceivedDocument {
  const { type, parse } = chooseParser(headers, types);
  return (bytes) => {
    if (bytes.length === 0) throw new ApiError("BadRequest", "The request has no body.");
    try {
      return { type, value: parse(decode(bytes), maxValues) };
    } catch (error) {
      if (error instanceof TooManyValuesError) throw tooManyValues(maxValues, error);
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

/** The refusal of a body with too many values. */
export function tooManyValues(most: number, cause: TooManyValuesError): ApiError {
  const detail = `The body has too many values. It may have ${most} values and names of members in JSON, and ${most / YAML_SHARE} entries in YAML.`;
  return new ApiError("TooLarge", detail, { cause });
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

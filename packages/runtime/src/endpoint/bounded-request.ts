import { DocumentError, TooManyValuesError } from "../document/document-error.js";
import { parseJson } from "../document/parse-json.js";
import { ApiError } from "../error/api-error.js";
import type { BodyShare } from "../host/body-budget.js";
import { readBytes, tooLarge } from "../http/read-body.js";
import { tooManyValues } from "../http/read-document.js";

/** How much of a request's body may be read. */
export interface BodyBounds {
  /** Bytes of a body that is read whole, into memory. */
  wholeBytes: number;
  /** Bytes of a body that is read as a stream. */
  streamedBytes: number;
  /** Values of a body that is parsed. */
  readonly maxValues: number;
  /** Counts what is read whole. */
  readonly share: BodyShare;
}

const boundsOf = new WeakMap<Request, BodyBounds>();

/** The values that the parsed body of a request may have. */
export function maxValuesOf(request: Request): number {
  return boundsOf.get(request)?.maxValues ?? Infinity;
}

/** Bounds a request's body whichever way it is read. Does nothing to a request that the service did not make. */
export function limitBody(request: Request, maxBytes: number): void {
  const bounds = boundsOf.get(request);
  if (bounds !== undefined) Object.assign(bounds, { wholeBytes: maxBytes, streamedBytes: maxBytes });
}

/**
 * Bounds the methods of a web `Request` that read its body whole: each refuses a larger one. `json()` refuses invalid JSON as the generated
 * routes do.
 */
export function boundedRequest(request: Request, bounds: BodyBounds): Request {
  const bytes = (): Promise<Uint8Array<ArrayBuffer>> => readWhole(request, bounds);
  const clone = request.clone.bind(request);
  const methods: Pick<Request, "arrayBuffer" | "blob" | "text" | "json" | "formData" | "clone"> = {
    arrayBuffer: async () => (await bytes()).buffer,
    blob: async () => new Blob([await bytes()], { type: typeOf(request) }),
    text: async () => new TextDecoder().decode(await bytes()),
    json: async () => readJson(await bytes(), bounds),
    formData: async () => readForm(await bytes(), typeOf(request)),
    // What one of the two reads and the other does not is held in memory.
    clone: () => {
      bounds.streamedBytes = Math.min(bounds.streamedBytes, bounds.wholeBytes);
      return boundedRequest(clone(), bounds);
    },
  };
  boundsOf.set(request, bounds);
  for (const [name, value] of Object.entries({ ...methods, bytes })) Object.defineProperty(request, name, { value });
  return request;
}

function typeOf({ headers }: Request): string {
  return headers.get("content-type") ?? "";
}

async function readWhole(
  { body, bodyUsed, headers }: Request,
  { wholeBytes: maxBytes, share }: BodyBounds,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bodyUsed) throw new TypeError("The body of the request has been read already");
  if (body === null) return new Uint8Array();
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return new Uint8Array(await readBytes(body as AsyncIterable<Uint8Array>, { maxBytes, share }));
}

/** If a handler asks for JSON and the client sent something else, that is the caller's mistake. */
function readJson(bytes: Uint8Array, { maxValues }: BodyBounds): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), maxValues);
  } catch (error) {
    if (error instanceof TooManyValuesError) throw tooManyValues(maxValues, error);
    if (!(error instanceof DocumentError) && !(error instanceof TypeError)) throw error;
    throw new ApiError("BadRequest", `The body cannot be read. ${error.message}`, { cause: error });
  }
}

/** As {@link readJson}. */
async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch (error) {
    const expected = "multipart/form-data or application/x-www-form-urlencoded";
    throw new ApiError("BadRequest", `The body cannot be read as a form. Expected ${expected}.`, { cause: error });
  }
}

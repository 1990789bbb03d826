import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "../error/api-error.js";

/** The tags that name an object in preconditions. */
export interface ObjectTags {
  /** The entity tag: of one form of one state. */
  readonly shown: string;
  /** Of the state, whatever it looks like: what the service's own clients send. */
  readonly state: string;
}

/**
 * Makes the check of a write's preconditions (RFC 9110, 13.1): `If-Match` must name a tag of the object, `If-None-Match` must not name the one
 * that it is shown with.
 * Tags are compared strongly for the former. Where there is no object, every `If-Match` fails and every `If-None-Match` holds.
 *
 * @throws {ApiError} `BadRequest` if `If-Match` is not a list of tags: ignoring it would overwrite what it must protect.
 */
export function writePrecondition(
  headers: IncomingHttpHeaders,
): ((object: ObjectTags | undefined) => void) | undefined {
  const ifMatch = headers["if-match"];
  const ifNoneMatch = headers["if-none-match"];
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  const wanted = ifMatch === undefined ? undefined : parseTags("If-Match", ifMatch);
  const unwanted = ifNoneMatch === undefined ? undefined : parseTags("If-None-Match", ifNoneMatch);
  return (object) => {
    if (wanted !== undefined) assertMatch(wanted, object, String(ifMatch));
    if (unwanted === undefined || object === undefined) return;
    if (unwanted === "*" || unwanted.map(weak).includes(weak(object.shown)))
      throw new ApiError("PreconditionFailed", `If-None-Match is ${ifNoneMatch}, but ${describe(object)}.`);
  };
}

/**
 * The same for what is done with a collection, which is always there and has no tag: `*` holds, and no other `If-Match` does.
 *
 * @throws {ApiError} `PreconditionFailed`, `BadRequest`.
 */
export function assertCollectionPrecondition(headers: IncomingHttpHeaders): void {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined) parseTags("If-None-Match", ifNoneMatch);
  if (ifMatch === undefined || parseTags("If-Match", ifMatch) === "*") return;
  throw new ApiError("PreconditionFailed", `If-Match is ${ifMatch}, but a collection has no entity tag.`);
}

/**
 * Compares `If-Match` of a read, if there is one, with the object's tag: the client wants exactly this state or none.
 *
 * @throws {ApiError} `PreconditionFailed`, `BadRequest`.
 */
export function assertReadPrecondition({ "if-match": ifMatch }: IncomingHttpHeaders, tags: () => ObjectTags): void {
  if (ifMatch !== undefined) assertMatch(parseTags("If-Match", ifMatch), tags(), ifMatch);
}

function assertMatch(wanted: "*" | readonly string[], object: ObjectTags | undefined, header: string): void {
  if (object !== undefined && (wanted === "*" || [object.shown, object.state].some((tag) => wanted.includes(tag))))
    return;
  throw new ApiError("PreconditionFailed", `If-Match is ${header}, but ${describe(object)}.`);
}

/** Whether `If-None-Match` of a read matches the object's tag, so that the answer is 304 (RFC 9110, 13.1.2). */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return (ifNoneMatch.match(TAG) ?? []).map(weak).includes(tag);
}

const TAG = /(?:W\/)?"[^"]*"/g;
const TAG_LIST = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

function parseTags(header: string, text: string): "*" | readonly string[] {
  if (text.trim() === "*") return "*";
  if (TAG_LIST.test(text)) return text.match(TAG) ?? [];
  throw new ApiError(
    "BadRequest",
    `${header} must be "*" or a list of quoted entity tags, as \`ETag\` of a read has it.`,
    {
      errors: [{ path: header, code: "syntax", message: "must be * or a list of quoted entity tags" }],
    },
  );
}

/** The tag without `W/`, for the weak comparison. */
function weak(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

function describe(object: ObjectTags | undefined): string {
  return object === undefined ? "there is no object" : `the object's entity tag is ${object.shown}`;
}

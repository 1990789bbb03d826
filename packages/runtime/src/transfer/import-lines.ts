import { DocumentError, TooManyValuesError } from "../document/document-error.js";
import { isJsonObject, type JsonObject } from "../document/json-object.js";
import { parseJson } from "../document/parse-json.js";
import { type TextLine, textLines } from "../document/text-lines.js";
import { ApiError } from "../error/api-error.js";
import type { BodyShare } from "../host/body-budget.js";

/** Lines that are written together, and their bytes. */
const MOST_LINES = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/** A line that has an object. */
export interface ObjectLine {
  readonly line: number;
  readonly text: string;
  readonly object: JsonObject;
}

/** A line that was not taken. */
export interface RefusedLine {
  readonly line: number;
  readonly error: ApiError;
}

/** Lines that follow each other, up to a number and a size. */
export interface LinePortion {
  /** The first and the last one. */
  readonly from: number;
  readonly until: number;
  readonly objects: readonly ObjectLine[];
  readonly refused: readonly RefusedLine[];
}

/** How much is read. */
export interface LineLimits {
  /** Bytes and values of one line, at most. */
  readonly maxBytes: number;
  readonly maxValues: number;
  /** Counts the bytes of the portion that is read. */
  readonly share: BodyShare;
}

/** Reads the objects of a text in JSON Lines. Empty lines are left out. */
export async function* linePortions(
  chunks: AsyncIterable<Uint8Array>,
  limits: LineLimits,
): AsyncGenerator<LinePortion, void, undefined> {
  let [from, until, bytes] = [1, 0, 0];
  let objects: ObjectLine[] = [];
  let refused: RefusedLine[] = [];
  for await (const line of textLines(chunks, limits.maxBytes)) {
    limits.share.take(line.text.length);
    bytes += line.text.length;
    until = line.number;
    const read = readLine(line, limits);
    if (read !== undefined && "object" in read) objects.push(read);
    else if (read !== undefined) refused.push(read);
    if (objects.length + refused.length < MOST_LINES && bytes < MOST_BYTES) continue;
    yield { from, until, objects, refused };
    limits.share.give(bytes);
    [from, objects, refused, bytes] = [until + 1, [], [], 0];
  }
  if (objects.length + refused.length > 0) yield { from, until, objects, refused };
}

function readLine(
  { number: line, text, problem }: TextLine,
  { maxValues }: LineLimits,
): ObjectLine | RefusedLine | undefined {
  if (problem !== undefined) return { line, error: unreadable(problem) };
  if (text.trim() === "") return undefined;
  try {
    const object = parseJson(text, maxValues);
    return isJsonObject(object) ? { line, text, object } : { line, error: unreadable("It is not an object.") };
  } catch (error) {
    if (error instanceof DocumentError) return { line, error: unreadable(error.message) };
    if (error instanceof TooManyValuesError)
      return { line, error: unreadable(`It has more than ${maxValues} values.`) };
    throw error;
  }
}

function unreadable(why: string): ApiError {
  return new ApiError("BadRequest", `The line cannot be read. ${why}`);
}

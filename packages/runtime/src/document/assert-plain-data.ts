import { DocumentError } from "./document-error.js";
import { JSON_MAX_DEPTH } from "./json-measure.js";

/**
 * Checks that a parsed value can be stored and sent as JSON without loss: finite numbers, well-formed strings, plain objects and lists, nested
 * no deeper than the limit.
 *
 * @param most the number of values in total. A value counts each time it is referred to, since YAML's aliases repeat values almost for free.
 * @throws {DocumentError}
 */
export function assertPlainData(value: unknown, most: number): void {
  assertPlain(value, 0, { left: most });
}

/** Counts down to 0. The limit of depth is small enough for recursion. */
function assertPlain(value: unknown, depth: number, values: { left: number }): void {
  values.left -= 1;
  if (values.left < 0) throw new DocumentError("Its aliases repeat too many values.");
  if (typeof value === "string") assertWellFormed(value);
  else if (typeof value === "number" && !Number.isFinite(value))
    throw new DocumentError("It has a number that is too large to store.");
  if (typeof value !== "object" || value === null) return;
  if (depth >= JSON_MAX_DEPTH) throw new DocumentError(`It is nested more than ${JSON_MAX_DEPTH} levels deep.`);
  if (!Array.isArray(value)) for (const name of Object.keys(value)) assertWellFormed(name);
  for (const child of Object.values(value)) assertPlain(child, depth + 1, values);
}

function assertWellFormed(text: string): void {
  if (!text.isWellFormed())
    throw new DocumentError(`It has half a surrogate pair: ${JSON.stringify(text.slice(0, 80))}.`);
}

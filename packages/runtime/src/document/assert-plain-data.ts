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
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    seen += 1;
    if (seen > most) throw new DocumentError("Its aliases repeat too many values.");
    const isNested = typeof next.value === "object" && next.value !== null;
    if (isNested && next.depth >= JSON_MAX_DEPTH)
      throw new DocumentError(`It is nested more than ${JSON_MAX_DEPTH} levels deep.`);
    for (const child of childrenOf(next.value)) pending.push({ value: child, depth: next.depth + 1 });
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value === "string") assertWellFormed(value);
  else if (typeof value === "number" && !Number.isFinite(value))
    throw new DocumentError("It has a number that is too large to store.");
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value;
  for (const key of Object.keys(value)) assertWellFormed(key);
  return Object.values(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function assertWellFormed(text: string): void {
  if (LONE_SURROGATE.test(text))
    throw new DocumentError(`It has half a surrogate pair: ${JSON.stringify(text.slice(0, 80))}.`);
}

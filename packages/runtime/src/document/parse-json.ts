import { parseJsonText } from "@cmgen/model";
import { assertPlainData } from "./assert-plain-data.js";
import { DocumentError } from "./document-error.js";
import { scanJson } from "./scan-json.js";

/**
 * Parses JSON (RFC 8259), and refuses what is valid JSON but cannot be stored: duplicate members, of which one would be lost; numbers beyond a
 * double; half surrogate pairs; nesting beyond the limit. `__proto__` is a member like any other.
 *
 * @throws {DocumentError}
 */
export function parseJson(text: string): unknown {
  scanJson(text);
  let value: unknown;
  try {
    value = parseJsonText(text);
  } catch (error) {
    throw new DocumentError(`It is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
  assertPlainData(value, Number.POSITIVE_INFINITY);
  return value;
}

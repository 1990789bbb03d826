const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const INT64 = /^(?:0|-?[1-9]\d{0,18})$/;

/** RFC 9562 in its text form, upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** RFC 4648, 4: padded to a multiple of four. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

/** RFC 6901, as text of a document, not of a URI's fragment. */
export function isJsonPointer(text: string): boolean {
  return JSON_POINTER.test(text);
}

/** A pattern as `pattern` takes it: ECMA-262 with the `u` flag. */
export function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    // That it does not compile is the answer.
    return false;
  }
}

/** A signed 64-bit integer in decimal digits, in the one form it has: no sign but `-`, no leading zeros, no `-0`. */
export function isInt64(text: string): boolean {
  return INT64.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** A signed 32-bit integer. */
export function isInt32(value: number): boolean {
  return value === (value | 0);
}

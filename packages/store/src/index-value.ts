import { parseTimestamp } from "@cmgen/model/internal";

/** What an index holds; decides the key column's type. `int64` values are strings of digits, `timestamp` values ISO 8601. */
export type IndexValueType = "string" | "integer" | "int64" | "number" | "boolean" | "timestamp";

/** A value in a key column: strings as they are, instants as milliseconds since 1970, int64 as bigint. */
export type IndexValue = string | number | bigint | boolean;

/** What a value of each type looks like, for error messages. */
export const valueDescriptions: Record<IndexValueType, string> = {
  string: "a string",
  integer: "a whole number",
  int64: "a whole number",
  number: "a number",
  boolean: "true or false",
  timestamp: "a timestamp such as 2030-01-31T12:00:00Z",
};

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const readers: Record<IndexValueType, (text: string) => IndexValue | undefined> = {
  string: (text) => text,
  integer: wholeNumber,
  int64: wholeNumber,
  number: (text) =>
    /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined,
  boolean: (text) => (text === "true" || text === "false" ? text === "true" : undefined),
  timestamp: parseTimestamp,
};

/** Parses a value of a type; `undefined` if `text` is not one. Instants are milliseconds since 1970. */
export function parseIndexValue(type: IndexValueType, text: string): IndexValue | undefined {
  return readers[type](text);
}

/** A number if that is exact, else a bigint: so equal values are equal wherever they were read from. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether the databases' 64-bit columns can hold `value`. */
export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

function wholeNumber(text: string): number | bigint | undefined {
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text);
  return isInt64(value) ? exactInteger(value) : undefined;
}

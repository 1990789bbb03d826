import { foldCase, parseTimestamp, STORABLE_TEXT_PATTERN, utf8Length } from "@cmgen/model/internal";
import { type IndexValue, type IndexValueType, exactInteger, isInt64 } from "@cmgen/store";

/**
 * Limits of index values, the same on both databases. PostgreSQL's B-trees accept keys of up to 2,704 bytes, including the object's name after
 * the value.
 */
export const indexLimits = { stringBytes: 2048, values: 1000 } as const;

const storableText = new RegExp(STORABLE_TEXT_PATTERN, "u");

/** The value as an index stores it, or what is wrong with it, as the end of a sentence about the index. */
export type ConvertedValue = { readonly value: IndexValue } | { readonly wrong: string };

const converters: Record<IndexValueType, (value: unknown) => ConvertedValue> = {
  string: (value) => (typeof value === "string" ? checkText(value) : expected("a string", value)),
  integer: (value) =>
    Number.isSafeInteger(value) ? { value: withoutSign(value as number) } : expected("a whole number", value),
  int64: (value) => {
    const integer = typeof value === "string" && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
    return integer !== undefined && isInt64(integer)
      ? { value: exactInteger(integer) }
      : expected("64-bit digits", value);
  },
  number: (value) => (Number.isFinite(value) ? { value: withoutSign(value as number) } : expected("a number", value)),
  boolean: (value) => (typeof value === "boolean" ? { value } : expected("a boolean", value)),
  timestamp: (value) => {
    const text = value instanceof Date ? textOf(value) : value;
    const instant = typeof text === "string" ? parseTimestamp(text) : undefined;
    return instant === undefined ? expected("a timestamp", value) : { value: instant };
  },
};

/** What decides the form of an index's values. */
export interface ValueForm {
  readonly type: IndexValueType;
  /** Whether the case of texts does not count. */
  readonly ci?: boolean | undefined;
}

/** Converts a value from an index function or a path. */
export function convertIndexValue({ type, ci = false }: ValueForm, value: unknown): ConvertedValue {
  return converters[type](ci && typeof value === "string" ? foldCase(value) : value);
}

/** A date as a timestamp has it; undefined for one that is not valid. Years of more than four digits are not in a timestamp either. */
function textOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** PostgreSQL cannot store U+0000, and half a surrogate pair has no UTF-8 form. */
function checkText(value: string): ConvertedValue {
  if (!storableText.test(value)) return { wrong: "gives a string with U+0000 or half a surrogate pair" };
  // No character has more than three bytes for each of its UTF-16 units.
  if (value.length * 3 <= indexLimits.stringBytes) return { value };
  const bytes = utf8Length(value);
  if (bytes > indexLimits.stringBytes)
    return { wrong: `gives a string of ${bytes} bytes; the limit is ${indexLimits.stringBytes}` };
  return { value };
}

function expected(what: string, value: unknown): ConvertedValue {
  return { wrong: `gives ${describeValue(value)} instead of ${what}` };
}

/** Describes an unexpected value. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return textOf(value) ?? "an invalid date";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value.length > 40 ? "a longer string" : JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}

/** Integer columns lose the sign of zero, so it is removed on both databases. */
function withoutSign(value: number): number {
  return value === 0 ? 0 : value;
}

import { exactInteger, type IndexValue, type IndexValueType } from "@cmgen/store";
import { convertIndexValue } from "./convert-index-value.js";

/** A member of an index of several fields, what an object has there, and whether the case of its texts does not count. */
export type MemberValue = readonly [type: IndexValueType, value: unknown, ci?: boolean];

/**
 * The value of an index of several fields: one text that sorts as the members do, one after another, on both databases. Each member is a mark,
 * its value and an end; see docs/decisions/composite-indexes-are-one-text.md.
 *
 * @param apart the name of the object if the index is unique. As with an index of one field, objects that lack a value are not compared: it tells
 *   them apart.
 * @returns `undefined` where a member has no value of its type, which the member's own index refuses.
 */
export function compositeValue(members: readonly MemberValue[], apart?: string): string | undefined {
  const values: (IndexValue | undefined)[] = [];
  for (const [type, given, ci] of members) {
    const converted =
      given === undefined || given === null ? { value: undefined } : convertIndexValue({ type, ci }, given);
    if ("wrong" in converted) return undefined;
    values.push(converted.value);
  }
  const text = values.map((value, place) => memberText(members[place]?.[0] ?? "string", value)).join("");
  return apart !== undefined && values.includes(undefined) ? `${text}${ABSENT}${escaped(apart)}` : text;
}

/** What each member begins with: one that is absent comes first, as everywhere. */
export const ABSENT = "\u0001";
export const PRESENT = "\u0002";
/** What the value of a member ends with; and what is behind each text that begins with a value and its end, and before each greater value. */
export const END = "\u0001";
export const BEHIND = "\u0002";

/** A member as it is in the text. */
export function memberText(type: IndexValueType, value: IndexValue | undefined): string {
  return value === undefined ? ABSENT : `${PRESENT}${sortable(type, value)}${END}`;
}

/** A value as text that sorts as the value does, without its end. */
export function sortable(type: IndexValueType, value: IndexValue): string {
  if (typeof value === "string") return escaped(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  return type === "number" ? sortableDouble(Number(value)) : sortableInteger(BigInt(value));
}

/** The end sorts before all characters, so that a text comes before those that begin with it. U+0000 is in no index. */
function escaped(text: string): string {
  return text.replaceAll("\u0002", "\u0002\u0004").replaceAll("\u0001", "\u0002\u0003");
}

/** 64 bits as 16 hexadecimal digits, the least number first. */
function sortableInteger(value: bigint): string {
  return hex(BigInt.asUintN(64, value + 2n ** 63n));
}

/** The bits of a double sort as it does once the sign is turned, and of a negative one all others too (IEEE 754). */
function sortableDouble(value: number): string {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;
  return hex(bits >> 63n === 0n ? bits | (1n << 63n) : BigInt.asUintN(64, ~bits));
}

function hex(bits: bigint): string {
  return bits.toString(16).padStart(16, "0");
}

/** The values that a text is made of, as {@link compositeValue} was given them; what is absent is `undefined`. */
export function compositeMembers(types: readonly IndexValueType[], text: string): (IndexValue | undefined)[] {
  let at = 0;
  return types.map((type) => {
    if (text[at++] !== PRESENT) return undefined;
    const end = text.indexOf(END, at);
    const value = text.slice(at, end);
    at = end + 1;
    return readSortable(type, value);
  });
}

function readSortable(type: IndexValueType, text: string): IndexValue {
  if (type === "string") return text.replaceAll("\u0002\u0003", "\u0001").replaceAll("\u0002\u0004", "\u0002");
  if (type === "boolean") return text === "1";
  const bits = BigInt(`0x${text}`);
  if (type !== "number") return exactInteger(bits - 2n ** 63n);
  const double = bits >> 63n === 1n ? bits ^ (1n << 63n) : BigInt.asUintN(64, ~bits);
  return new Float64Array(BigUint64Array.of(double).buffer)[0] ?? 0;
}

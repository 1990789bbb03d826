import { closestName } from "@cmgen/model/closest-name";
import { embeddedSchemaProblem } from "../../validator/embedded-schema.js";
import { knownFormats } from "../../model/formats.js";
import type { Json } from "../../model/type.js";
import type { TagValue } from "./tag-table.js";

/** A tag's value as data, or what the tag takes where the text is something else. */
export type TagReading = { readonly value: Json } | { readonly expected: string };

/** Reads the text after a tag's name. */
export function readTagValue(takes: TagValue, text: string): TagReading {
  return readers[takes](text);
}

const readers: Readonly<Record<TagValue, (text: string) => TagReading>> = {
  count: (text) => numberIf(text, "a whole number from 0", (value) => Number.isSafeInteger(value) && value >= 0),
  number: (text) => numberIf(text, "a number", Number.isFinite),
  positive: (text) => numberIf(text, "a number above 0", (value) => Number.isFinite(value) && value > 0),
  flag: readFlag,
  text: (text) => ({ value: text }),
  words: (text) => (text === "" ? { expected: "a text" } : { value: text }),
  pattern: readPattern,
  format: readFormat,
  json: readJsonOrText,
  value: readJson,
  property: (text) => (/^[^\s]+$/.test(text) ? { value: text } : { expected: "the name of one property" }),
  index: readIndex,
  schema: readSchema,
};

function numberIf(text: string, expected: string, accepts: (value: number) => boolean): TagReading {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return { expected };
  const value = Number(text);
  return accepts(value) ? { value } : { expected };
}

function readFlag(text: string): TagReading {
  if (text === "" || text === "true") return { value: true };
  return text === "false" ? { value: false } : { expected: "nothing, `true` or `false`" };
}

/** Each word at most once, in any order. */
function readIndex(text: string): TagReading {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const given = new Set(words);
  if (given.size < words.length || words.some((word) => word !== "desc" && word !== "ci")) {
    const lower = text.toLowerCase();
    const isLower = lower === text || "expected" in readIndex(lower);
    return { expected: isLower ? "nothing, `desc`, `ci` or both" : `\`${lower}\`, in lower case` };
  }
  return { value: { order: given.has("desc") ? "DESC" : "ASC", ...(given.has("ci") && { ci: true }) } };
}

/** A regular expression as it stands, or as a JSON string where it would end the comment or begin with blanks. */
function readPattern(text: string): TagReading {
  const expected = "a regular expression";
  const source = unquoted(text);
  if (source === "") return { expected };
  try {
    RegExp(source, "u");
    return { value: source };
  } catch (error) {
    return { expected: `${expected} (${error instanceof Error ? error.message : String(error)})` };
  }
}

function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  const value = parseJson(text);
  return typeof value === "string" ? value : text;
}

/** Formats that validators check; any other would be a promise that nobody keeps. */
const formats: readonly string[] = Object.keys(knownFormats);

function readFormat(text: string): TagReading {
  if (formats.includes(text)) return { value: text };
  const meant = text === "" ? undefined : closestName(text, formats);
  return { expected: meant === undefined ? `one of ${formats.join(", ")}` : `\`${meant}\`, if that was meant` };
}

/** JSON; text that cannot be meant as JSON stands for itself, so that `@default MALE` needs no quotes. */
function readJsonOrText(text: string): TagReading {
  const value = parseJson(text);
  if (value !== undefined) return { value };
  const isText = text !== "" && !/^[[{"0-9+-]/.test(text) && !text.includes("\n");
  return isText ? { value: text } : { expected: "JSON, or text in double quotes" };
}

function readJson(text: string): TagReading {
  const value = parseJson(text);
  return value === undefined ? { expected: "JSON" } : { value };
}

function readSchema(text: string): TagReading {
  const value = parseJson(text);
  const expected = "a JSON Schema, as JSON";
  if (value === undefined) return { expected };
  const problem = embeddedSchemaProblem(value);
  return problem === undefined ? { value } : { expected: `${expected} (${problem})` };
}

/** The value of JSON text; `undefined` where it is none. */
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

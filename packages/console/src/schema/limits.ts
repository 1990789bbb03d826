import { textOf } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { texts } from "../texts.js";

const { limits } = texts.form;

/** Bounds that only say what a number of JavaScript can be. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** What formats are called, but for those that have a control of their own. */
const FORMATS: Readonly<Record<string, string>> = limits.formats;

/** The limits that are a number, in the order in which they are said. */
const NUMBERS = [
  ["minimum", limits.atLeast],
  ["exclusiveMinimum", limits.moreThan],
  ["maximum", limits.atMost],
  ["exclusiveMaximum", limits.lessThan],
  ["multipleOf", limits.multipleOf],
  ["minLength", limits.fewestCharacters],
  ["maxLength", limits.characters],
  ["minItems", limits.fewestItems],
  ["maxItems", limits.items],
  ["minProperties", limits.fewestEntries],
  ["maxProperties", limits.entries],
] as const;

/**
 * What a schema says of values, in a few words; empty for nothing. A pattern is not a word: it is said once a value breaks it.
 */
export function limitsOf(schema: Schema): string {
  const format = textOf(schema["format"]);
  const said = [
    ...(schema["type"] === "integer" ? [limits.whole] : []),
    ...NUMBERS.flatMap(([keyword, say]) => {
      const limit = schema[keyword];
      return typeof limit === "number" && Math.abs(limit) !== SAFE ? [say(limit)] : [];
    }),
    ...(schema["uniqueItems"] === true ? [limits.unlike] : []),
    ...(format !== undefined && Object.hasOwn(FORMATS, format) ? [FORMATS[format]] : []),
  ];
  const text = [...new Set(said)].join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

import { STORABLE_TEXT_PATTERN } from "@cmgen/model";
import { listOf, textOf } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { texts } from "../texts.js";

const { limits } = texts.form;

/** Bounds that only say what a number of JavaScript can be. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** Formats that have a control or a name of their own. */
const SHOWN_OTHERWISE: readonly string[] = ["date-time", "date", "int64", "password"];

/** What a schema says of values in a few words; empty for nothing. */
export function limitsOf(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, maxLength, minItems, maxItems } = schema;
  const of = (limit: unknown, say: (limit: number) => string): readonly string[] =>
    typeof limit === "number" && Math.abs(limit) !== SAFE ? [say(limit)] : [];
  const pattern = textOf(schema["pattern"]);
  const format = textOf(schema["format"]);
  const isNamed = listOf(schema["enum"]).length > 0 || "const" in schema;
  const said = [
    ...(schema["type"] === "integer" ? [limits.whole] : []),
    ...of(minimum, limits.atLeast),
    ...of(exclusiveMinimum, limits.moreThan),
    ...of(maximum, limits.atMost),
    ...of(exclusiveMaximum, limits.lessThan),
    ...of(multipleOf, limits.multipleOf),
    ...of(maxLength, limits.characters),
    ...of(minItems, limits.fewestItems),
    ...of(maxItems, limits.items),
    ...(schema["uniqueItems"] === true ? [limits.unlike] : []),
    ...(pattern !== undefined && pattern !== STORABLE_TEXT_PATTERN && format === undefined && !isNamed
      ? [limits.pattern(pattern)]
      : []),
    ...(format !== undefined && !SHOWN_OTHERWISE.includes(format) ? [limits.format(format)] : []),
  ];
  const text = said.join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

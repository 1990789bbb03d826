import { recordOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { referenceOfSchema } from "../api/schema.js";
import { texts } from "../texts.js";
import { shapeOf } from "./field-shape.js";

/** Values that are named; more of them are said to be more. */
const NAMED = 6;
/** Types in types that are named. */
const DEEPEST = 3;

/** What a value is to be, in a few words. */
export function typeText(schemas: Json, given: Schema, depth = 0): string {
  const { schema, kind, isNullable } = shapeOf(schemas, given);
  const text = plainText();
  return isNullable && kind.is !== "fixed" ? texts.form.orNull(text) : text;

  function plainText(): string {
    const { names } = texts.form;
    switch (kind.is) {
      case "fixed":
        return JSON.stringify(kind.value);
      case "choice": {
        const named = kind.values.slice(0, NAMED).map((value) => JSON.stringify(value));
        return [...named, ...(kind.values.length > NAMED ? ["…"] : [])].join(" | ");
      }
      case "union":
        return kind.branches.map(({ label }) => label).join(" | ");
      case "list":
        return depth < DEEPEST
          ? texts.form.listOf(typeText(schemas, recordOf(schema["items"]), depth + 1))
          : names.list;
      case "text": {
        const reference = referenceOfSchema(schema);
        return reference === undefined ? names.text : texts.form.referenceTo(reference.kind);
      }
      case "number":
      case "flag":
      case "members":
        return names[kind.is];
    }
  }
}

import type { Json } from "../../model/type.js";
import { stringLiteral } from "../../render/text.js";

type JsonObject = { readonly [key: string]: Json };

/** The TypeScript of a schema the author wrote in place of a type, as far as it is plain; `unknown` beyond. */
export function embeddedTypeText(schema: Json): string {
  if (schema === false) return "never";
  if (!isObject(schema)) return "unknown";
  if (schema["const"] !== undefined) return constantText(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map(constantText).join(" | ");
  const types: readonly Json[] = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"] ?? null];
  const texts = types.map((type) => namedTypeText(type, schema));
  return texts.includes("unknown") ? "unknown" : [...new Set(texts)].join(" | ");
}

function namedTypeText(type: Json, schema: JsonObject): string {
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case "integer":
      return "number";
    case "array":
      return `(${embeddedTypeText(schema["items"] ?? {})})[]`;
    case "object":
      return "{ [key: string]: unknown }";
    default:
      return "unknown";
  }
}

/** Scalars as literal types; of anything larger only that it is JSON. */
function constantText(value: Json): string {
  if (typeof value === "string") return stringLiteral(value);
  return typeof value === "object" && value !== null ? "unknown" : String(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

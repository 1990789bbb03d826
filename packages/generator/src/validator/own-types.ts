import type { JsonSchema } from "../schema/json-schema.js";

/** Keywords whose members are schemas, by any name. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "byType"]);

/** Keywords whose value is JSON, whatever it looks like. */
const values = new Set(["const", "enum", "default", "examples", "tagValues", "alternatives", "required"]);

/** A schema whose types are checked by our own keyword: Ajv writes eight lines for a wrong type, and lets nobody change that. */
export function withOwnTypes(schema: JsonSchema): JsonSchema {
  return mapped(schema);
}

function mapped<Value>(value: Value): Value;
function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([keyword, part]): [string, unknown] => {
    if (keyword === "type") return ["jsonType", part];
    if (values.has(keyword)) return [keyword, part];
    return [keyword, maps.has(keyword) ? mappedMembers(part) : mapped(part)];
  });
  return Object.fromEntries(members);
}

function mappedMembers(schemas: unknown): unknown {
  return Object.fromEntries(Object.entries(schemas as object).map(([name, schema]) => [name, mapped(schema)]));
}

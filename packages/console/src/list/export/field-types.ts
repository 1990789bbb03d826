import { listOf, recordOf, textsOf, type Json } from "../../api/json.js";
import type { Schema } from "../../api/model.js";
import { resolveSchema } from "../../api/schema.js";

/** A document may be hostile, and refer in circles. */
const MAX_DEPTH = 32;

interface Depth {
  /** `components.schemas` of the service's document. */
  readonly schemas: Json;
  /** How many references and fields led there. */
  readonly depth?: number;
}

/** The JSON types of a field: `any` where the schema does not say. As `cmgen export` finds them, so that `cmgen import` reads what was exported. */
export function typesAt(
  { schemas, depth = 0 }: Depth,
  schema: Schema,
  [name, ...rest]: readonly string[],
): ReadonlySet<string> {
  if (depth > MAX_DEPTH) return new Set(["any"]);
  const whole = resolveSchema(schemas, schema);
  const members = [...listOf(whole["anyOf"]), ...listOf(whole["oneOf"])];
  if (members.length > 0) {
    const path = name === undefined ? [] : [name, ...rest];
    return new Set(members.flatMap((member) => [...typesAt({ schemas, depth: depth + 1 }, recordOf(member), path)]));
  }
  if (name === undefined) return jsonTypes(whole);
  const properties = recordOf(whole["properties"]);
  const { additionalProperties: others = Object.keys(properties).length === 0 } = whole;
  const below = Object.hasOwn(properties, name) ? properties[name] : others;
  return below === false ? new Set() : typesAt({ schemas, depth: depth + 1 }, recordOf(below), rest);
}

function jsonTypes({ const: only, enum: values, type }: Schema): ReadonlySet<string> {
  if (only !== undefined) return new Set([typeof only]);
  if (Array.isArray(values)) return new Set(values.map((value) => typeof value));
  if (Array.isArray(type)) return new Set(textsOf(type));
  return new Set([typeof type === "string" ? type : "any"]);
}

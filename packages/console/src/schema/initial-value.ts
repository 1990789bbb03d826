import { listOf, recordOf, textsOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { shapeOf } from "./field-shape.js";

/** Objects in objects that are made together. A type that holds itself without end is made no deeper. */
const DEEPEST = 8;

/** What a field begins with when somebody adds it. */
export function initialValue(schemas: Json, schema: Schema, depth = 0): unknown {
  const { kind, schema: resolved, isNullable } = shapeOf(schemas, schema);
  if (resolved["default"] !== undefined) return resolved["default"];
  switch (kind.is) {
    case "fixed":
      return kind.value;
    case "choice":
      return kind.values[0];
    case "flag":
      return false;
    case "text":
      return "";
    case "number":
      return isNullable ? null : numberWithin(resolved);
    case "list":
      return firstItems(schemas, resolved, depth);
    case "members":
      return requiredMembers(schemas, resolved, depth);
    case "union":
      return initialValue(schemas, kind.branches[0]?.schema ?? {}, depth);
  }
}

/**
 * The members that an object of a schema cannot be without, as far as they are clear: fixed values, lists, objects of such, and `null` where
 * that is allowed. What somebody has to say is left absent.
 */
function requiredMembers(schemas: Json, schema: Schema, depth: number): Json {
  if (depth >= DEEPEST) return {};
  const properties = recordOf(schema["properties"]);
  return Object.fromEntries(
    textsOf(schema["required"]).flatMap((name) => {
      const of = recordOf(properties[name]);
      const { kind, isNullable } = shapeOf(schemas, of);
      if (isNullable) return [[name, null]];
      const isClear =
        kind.is === "fixed" ||
        kind.is === "list" ||
        kind.is === "members" ||
        (kind.is === "choice" && kind.values.length === 1);
      return isClear ? [[name, initialValue(schemas, of, depth + 1)]] : [];
    }),
  );
}

/** A tuple has its first places from the beginning. */
function firstItems(schemas: Json, { prefixItems, minItems }: Schema, depth: number): readonly unknown[] {
  const needed = typeof minItems === "number" ? minItems : 0;
  return listOf(prefixItems)
    .slice(0, needed)
    .map((place) => initialValue(schemas, recordOf(place), depth + 1));
}

function numberWithin({ minimum, maximum }: Schema): number {
  if (typeof minimum === "number" && minimum > 0) return minimum;
  return typeof maximum === "number" && maximum < 0 ? maximum : 0;
}

import { isScalar, scalarOf } from "../model/scalars.js";
import { resolved } from "../model/type-at-path.js";
import type { Type } from "../model/type.js";
import type { TypeIndex } from "../schema/type-index.js";

/** The types JSON itself tells apart. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

const everyType: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The JSON types that values of a type have. */
export function jsonTypesOf(type: Type, index: TypeIndex): ReadonlySet<JsonType> {
  const target = resolved(index, type);
  if (isScalar(target)) return new Set([scalarOf(target.shape).json]);
  switch (target.shape) {
    case "literal":
      return new Set([typeof target.value as JsonType]);
    case "enum":
      return new Set(target.values.map((value) => typeof value as JsonType));
    case "array":
    case "tuple":
      return new Set(["array"]);
    case "record":
    case "object":
    case "model":
      return new Set(["object"]);
    case "union":
      return new Set(target.members.flatMap((member) => [...jsonTypesOf(member, index)]));
    case "ref":
    case "json":
      return new Set(everyType);
  }
}

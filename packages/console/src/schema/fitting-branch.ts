import { jsonEqual } from "@cmgen/model/internal";
import { recordOf, textOf, textsOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { resolveSchema } from "../api/schema.js";
import { expression } from "./expression.js";
import { shapeOf, type Branch } from "./field-shape.js";

/** A branch that a value of another type is in. */
const WRONG_TYPE = Number.POSITIVE_INFINITY;
/** As good as any number of wrong members. */
const WRONG_TAG = 1_000_000;

/** The branch that a value is in, or is nearest to: by its type, by what tells branches apart, then by its members. Undefined for none. */
export function fittingBranch(schemas: Json, branches: readonly Branch[], value: unknown): number | undefined {
  let best: { readonly at: number; readonly faults: number } | undefined;
  for (const [at, { schema }] of branches.entries()) {
    const faults = faultsOf(schemas, schema, value);
    if (faults !== WRONG_TYPE && (best === undefined || faults < best.faults)) best = { at, faults };
  }
  return best?.at;
}

/** How far a value is from a schema. Only what is at its top counts: a deep look into every branch would take forever in a tree of unions. */
function faultsOf(schemas: Json, given: Schema, value: unknown): number {
  const { kind, schema, isNullable } = shapeOf(schemas, given);
  if (value === null) return isNullable ? 0 : WRONG_TYPE;
  switch (kind.is) {
    case "fixed":
      return jsonEqual(kind.value, value) ? 0 : WRONG_TYPE;
    case "choice":
      return kind.values.some((each) => jsonEqual(each, value)) ? 0 : WRONG_TYPE;
    case "text":
      return typeof value === "string" ? textFaults(schema, value) : WRONG_TYPE;
    case "number":
      if (typeof value !== "number") return WRONG_TYPE;
      return schema["type"] === "integer" && !Number.isInteger(value) ? 1 : 0;
    case "flag":
      return typeof value === "boolean" ? 0 : WRONG_TYPE;
    case "list":
      return Array.isArray(value) ? listFaults(schemas, schema, value) : WRONG_TYPE;
    case "members":
      if (typeof value !== "object" || Array.isArray(value)) return WRONG_TYPE;
      return memberFaults(schemas, schema, recordOf(value));
    case "union":
      return fittingBranch(schemas, kind.branches, value) === undefined ? WRONG_TYPE : 0;
  }
}

function textFaults({ pattern }: Schema, value: string): number {
  const source = textOf(pattern);
  return source === undefined || expression(source)?.test(value) !== false ? 0 : 1;
}

/** Lists are told apart by their first item. */
function listFaults(schemas: Json, { items, prefixItems }: Schema, [first]: readonly unknown[]): number {
  if (first === undefined) return 0;
  const of = Array.isArray(prefixItems) ? prefixItems[0] : items;
  return faultsOf(schemas, recordOf(of), first) === WRONG_TYPE ? WRONG_TAG : 0;
}

function memberFaults(schemas: Json, schema: Schema, members: Json): number {
  const properties = recordOf(schema["properties"]);
  const isOpen = schema["additionalProperties"] !== false && schema["unevaluatedProperties"] !== false;
  let faults = textsOf(schema["required"]).filter((name) => !Object.hasOwn(members, name)).length;
  for (const [name, value] of Object.entries(members)) {
    if (!Object.hasOwn(properties, name)) faults += isOpen ? 0 : 1;
    else faults += tagFaults(resolveSchema(schemas, recordOf(properties[name])), value);
  }
  return faults;
}

function tagFaults(schema: Schema, value: unknown): number {
  const named = "const" in schema ? [schema["const"]] : schema["enum"];
  if (Array.isArray(named)) return named.some((each) => jsonEqual(each, value)) ? 0 : WRONG_TAG;
  const type = textOf(schema["type"]);
  if (type === undefined) return 0;
  const is = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return is === type || (type === "integer" && is === "number") ? 0 : 1;
}

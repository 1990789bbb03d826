import { listOf, recordOf, textOf, textsOf, type Json } from "./json.js";
import type { Schema } from "./model.js";

/** References to references: a document that goes round in a circle is not followed forever. */
const MOST_REFERENCES = 20;

/** A schema with what it refers to and all parts of `allOf` in one. */
export function resolveSchema(schemas: Json, schema: Schema): Schema {
  let resolved = schema;
  for (let times = 0; times < MOST_REFERENCES; times++) {
    const name = /^#\/components\/schemas\/(.+)$/.exec(textOf(resolved["$ref"]) ?? "")?.[1];
    if (name === undefined) break;
    const { $ref: _, ...beside } = resolved;
    resolved = { ...recordOf(schemas[name]), ...beside };
  }
  const parts = listOf(resolved["allOf"]).map((part) => resolveSchema(schemas, recordOf(part)));
  if (parts.length === 0) return resolved;
  const { allOf: _, ...own } = resolved;
  const all = [...parts, own];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => recordOf(part["properties"]))),
    required: all.flatMap((part) => textsOf(part["required"])),
  };
}

/** The schema of a member, where the schema names it or allows any. */
export function memberSchema(schemas: Json, schema: Schema, member: string): Schema {
  const resolved = resolveSchema(schemas, schema);
  const declared = recordOf(resolved["properties"])[member] ?? resolved["additionalProperties"];
  return resolveSchema(schemas, recordOf(declared));
}

/** The schema at a path of members; of lists that of the items. */
export function schemaAt(schemas: Json, schema: Schema, path: readonly string[]): Schema {
  return path.reduce(
    (at, member) => {
      const resolved = resolveSchema(schemas, at);
      const ofItems = resolved["type"] === "array" ? recordOf(resolved["items"]) : resolved;
      return memberSchema(schemas, ofItems, member);
    },
    resolveSchema(schemas, schema),
  );
}

/** Whether a schema requires the member. */
export function isRequired(schemas: Json, schema: Schema, member: string): boolean {
  return textsOf(resolveSchema(schemas, schema)["required"]).includes(member);
}

/** What the field of a schema refers to: itself, or its items. */
export function referenceOfSchema(schema: Schema): { group: string; version: string; kind: string } | undefined {
  const { apiVersion, kind } = recordOf(schema["x-cmgen-ref"] ?? recordOf(schema["items"])["x-cmgen-ref"]);
  if (typeof apiVersion !== "string" || typeof kind !== "string") return undefined;
  const [group = "", version = ""] = apiVersion.split("/");
  return { group, version, kind };
}

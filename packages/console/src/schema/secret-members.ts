import { listOf, recordOf, textOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";

/** The names of all members that can be written and are never answered, anywhere below a schema. */
export function secretMembers(schemas: Json, schema: Schema): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (each: unknown): void => {
    for (const item of listOf(each)) look(item);
    const of = recordOf(each);
    const name = /^#\/components\/schemas\/(.+)$/.exec(textOf(of["$ref"]) ?? "")?.[1];
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      look(schemas[name]);
    }
    for (const [member, declared] of Object.entries(recordOf(of["properties"])))
      if (recordOf(declared)["writeOnly"] === true) found.add(member);
    for (const [keyword, below] of Object.entries(of)) {
      if (HOLDERS.has(keyword)) look(below);
      else if (keyword === "properties" || keyword === "patternProperties")
        for (const declared of Object.values(recordOf(below))) look(declared);
    }
  };
  look(schema);
  return found;
}

/** Keywords whose values are schemas, or lists of them. */
const HOLDERS: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "items",
  "prefixItems",
  "additionalProperties",
  "unevaluatedProperties",
]);

/** Which of some names members of a value have, at any depth. */
export function membersNamed(value: unknown, names: ReadonlySet<string>): readonly string[] {
  if (names.size === 0) return [];
  if (Array.isArray(value)) return listOf(value).flatMap((item) => membersNamed(item, names));
  return Object.entries(recordOf(value)).flatMap(([name, each]) =>
    names.has(name) ? [name] : membersNamed(each, names),
  );
}

import { listOf, recordOf, textOf, type Json } from "./json.js";
import type { OnDelete, Schema } from "./model.js";
import { resolveSchema } from "./schema.js";

/** Lists of lists, and unions of unions: a schema that goes round in a circle is not followed forever. */
const DEEPEST = 20;

const ALL: readonly OnDelete[] = ["restrict", "cascade", "clear", "none"];

/** What a reference's field says of deletions. The path has the names of members alone: items of lists and of records have none. */
export function onDeleteAt(schemas: Json, schema: Schema, path: readonly string[]): OnDelete {
  return find({ schemas, depth: 0 }, schema, path) ?? "restrict";
}

interface Search {
  readonly schemas: Json;
  readonly depth: number;
}

function find({ schemas, depth }: Search, schema: Schema, path: readonly string[]): OnDelete | undefined {
  if (depth > DEEPEST) return undefined;
  const resolved = resolveSchema(schemas, schema);
  const [member, ...rest] = path;
  const deeper = { schemas, depth: depth + 1 };
  if (member === undefined) {
    const said = textOf(recordOf(resolved["x-cmgen-ref"])["onDelete"]);
    if (said !== undefined) return ALL.find((each) => each === said);
  } else {
    const declared = recordOf(resolved["properties"])[member];
    const found = declared === undefined ? undefined : find(deeper, recordOf(declared), rest);
    if (found !== undefined) return found;
  }
  for (const part of partsOf(resolved)) {
    const found = find(deeper, recordOf(part), path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partsOf(schema: Schema): readonly unknown[] {
  const { items, additionalProperties, anyOf, oneOf, prefixItems } = schema;
  return [items, additionalProperties, ...listOf(anyOf), ...listOf(oneOf), ...listOf(prefixItems)].filter(
    (part) => typeof part === "object" && part !== null,
  );
}

type Keywords = { readonly [keyword: string]: unknown };

const ALL = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** The JSON types that a schema without a union allows. */
export function typeNamesOf(schema: Keywords): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type as string[];
  return ALL;
}

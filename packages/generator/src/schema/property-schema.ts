import type { Documentation, Property } from "../model/type.js";
import type { JsonSchema } from "./json-schema.js";

/** A property's schema: its type's, with what the declaration says of the property itself. */
export function propertySchema(property: Property, typeSchema: JsonSchema): JsonSchema {
  const { documentation } = property;
  return {
    ...headKeywords(documentation),
    ...typeSchema,
    ...(property.default !== undefined && { default: property.default }),
    ...(property.secret === true && { writeOnly: true }),
    ...(property.immutable === true && { "x-immutable": true }),
    ...(property.listKey !== undefined && { "x-list-type": "map", "x-list-map-keys": [property.listKey] }),
    ...exampleKeyword(documentation),
  };
}

/** A type's schema with its documentation: text in front, examples at the end. */
export function documented(schema: JsonSchema, documentation: Documentation): JsonSchema {
  return { ...headKeywords(documentation), ...schema, ...exampleKeyword(documentation) };
}

/** What is said of a deprecation has no keyword of its own and joins the description. */
function headKeywords({ title, description, deprecated = false }: Documentation): JsonSchema {
  const instead = typeof deprecated === "string" ? [`Deprecated: ${deprecated}`] : [];
  const text = [description, ...instead].filter((part) => part !== "").join("\n\n");
  return {
    ...(title !== undefined && { title }),
    ...(text !== "" && { description: text }),
    ...(deprecated !== false && { deprecated: true }),
  };
}

function exampleKeyword({ examples }: Documentation): JsonSchema {
  return examples === undefined || examples.length === 0 ? {} : { examples };
}

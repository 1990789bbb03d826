import type { Documentation, Property } from "../../model/type.js";
import type { JsonSchema } from "./json-schema.js";

/** A property's schema: its type's, with what the declaration says of the property itself. */
export function propertySchema(property: Property, typeSchema: JsonSchema): JsonSchema {
  const { documentation } = property;
  return {
    ...headKeywords(documentation),
    ...typeSchema,
    ...(property.default !== undefined && { default: property.default }),
    ...(property.immutable === true && { "x-immutable": true }),
    ...(property.listKey !== undefined && { "x-list-type": "map", "x-list-map-keys": [property.listKey] }),
    ...exampleKeyword(documentation),
  };
}

/** A type's schema with its documentation: text in front, examples at the end. */
export function documented(schema: JsonSchema, documentation: Documentation): JsonSchema {
  return { ...headKeywords(documentation), ...schema, ...exampleKeyword(documentation) };
}

function headKeywords({ title, description, deprecated }: Documentation): JsonSchema {
  return {
    ...(title !== undefined && { title }),
    ...(description !== "" && { description }),
    ...(deprecated === true && { deprecated }),
  };
}

function exampleKeyword({ examples }: Documentation): JsonSchema {
  return examples === undefined || examples.length === 0 ? {} : { examples };
}

import type { Property, Type } from "../../model/type.js";

/** Rebuilds a type with `change` applied to each type directly below it. */
export function mapChildren(type: Type, change: (child: Type) => Type): Type {
  switch (type.shape) {
    case "array":
      return { ...type, items: change(type.items) };
    case "tuple":
      return { ...type, items: type.items.map(change), ...(type.rest && { rest: change(type.rest) }) };
    case "record":
      return { ...type, values: change(type.values) };
    case "object":
      return {
        ...type,
        properties: type.properties.map((property): Property => ({ ...property, type: change(property.type) })),
        ...(type.additional && { additional: change(type.additional) }),
      };
    case "union":
      return { ...type, members: type.members.map(change) };
    default:
      return type;
  }
}

/** The types directly below a type. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.shape) {
    case "array":
      return [type.items];
    case "tuple":
      return [...type.items, ...(type.rest === undefined ? [] : [type.rest])];
    case "record":
      return [type.values];
    case "object":
      return [
        ...type.properties.map((property) => property.type),
        ...(type.additional === undefined ? [] : [type.additional]),
      ];
    case "union":
      return type.members;
    default:
      return [];
  }
}

import type { Property, Type } from "./type.js";

/** The type with `change` applied to each type directly below it; the type itself where that changes nothing. */
export function mapChildren(type: Type, change: (child: Type) => Type): Type {
  switch (type.shape) {
    case "array": {
      const items = change(type.items);
      return items === type.items ? type : { ...type, items };
    }
    case "tuple": {
      const items = mapList(type.items, change);
      const rest = type.rest && change(type.rest);
      return items === type.items && rest === type.rest ? type : { ...type, items, ...(rest && { rest }) };
    }
    case "record": {
      const values = change(type.values);
      return values === type.values ? type : { ...type, values };
    }
    case "object": {
      const properties = mapList(type.properties, (property) => mapProperty(property, change));
      const additional = type.additional && change(type.additional);
      const isSame = properties === type.properties && additional === type.additional;
      return isSame ? type : { ...type, properties, ...(additional && { additional }) };
    }
    case "union": {
      const members = mapList(type.members, change);
      return members === type.members ? type : { ...type, members };
    }
    default:
      return type;
  }
}

function mapProperty(property: Property, change: (child: Type) => Type): Property {
  const type = change(property.type);
  return type === property.type ? property : { ...property, type };
}

/** Most of a project's types stay as they are: a list is made again only where one of its members is. */
function mapList<T>(list: readonly T[], change: (member: T) => T): readonly T[] {
  const mapped = list.map(change);
  return mapped.every((member, at) => member === list[at]) ? list : mapped;
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

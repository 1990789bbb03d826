import type { Model } from "./model.js";
import { alternatives, type TypeLookup } from "./type-at-path.js";
import type { Json, Property, Type } from "./type.js";

/** The defaults of the properties that a path leads through. Of lists and records it leads through their members. */
export function defaultsAt(lookup: TypeLookup, model: Model, path: readonly string[]): readonly Json[] {
  const [first, ...rest] = path;
  const part = first === "spec" ? model.spec : first === "status" ? model.status : undefined;
  let current = part === undefined ? [] : alternatives(lookup, part.type);
  const found: Json[] = [];
  for (const name of rest) {
    const properties = current.flatMap((type) => membersOf(lookup, type)).flatMap((type) => propertiesOf(type, name));
    found.push(...properties.flatMap(({ default: value }) => (value === undefined ? [] : [[name, value]])));
    const members = current.flatMap((type) => membersOf(lookup, type));
    current = name === "*" ? members : properties.flatMap(({ type }) => alternatives(lookup, type));
  }
  return found;
}

/** A type, and what its values hold where they are lists or records. */
function membersOf(lookup: TypeLookup, type: Type): readonly Type[] {
  switch (type.shape) {
    case "array":
      return [type, ...alternatives(lookup, type.items)];
    case "tuple":
      return [type, ...type.items, ...(type.rest ? [type.rest] : [])].flatMap((item) => alternatives(lookup, item));
    case "record":
      return [type, ...alternatives(lookup, type.values)];
    default:
      return [type];
  }
}

function propertiesOf(type: Type, name: string): readonly Property[] {
  return type.shape === "object" ? type.properties.filter((property) => property.name === name) : [];
}

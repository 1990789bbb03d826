import { resolved } from "../model/type-at-path.js";
import type { Json, Property, Type } from "../model/type.js";
import type { TypeIndex } from "../schema/type-index.js";

/** Deeper than any default that somebody wrote. */
const MOST_LEVELS = 50;

/** Thrown for a default that calls for itself: `{}` for a type with a property of the same type and default. */
export class EndlessDefaultError extends Error {
  constructor(property: string) {
    super(`The default of the property "${property}" calls for itself and would never end.`);
  }
}

/**
 * A property's default with the defaults inside it filled in, so that a default is whole wherever it is written.
 *
 * @throws {EndlessDefaultError}
 */
export function wholeDefault(property: Property, index: TypeIndex): Json {
  return filled(property.default ?? null, { type: property.type, index, level: 0, name: property.name });
}

interface Place {
  readonly type: Type;
  readonly index: TypeIndex;
  readonly level: number;
  readonly name: string;
}

function filled(value: Json, place: Place): Json {
  const { level, name, index } = place;
  if (level > MOST_LEVELS) throw new EndlessDefaultError(name);
  const type = resolved(index, place.type);
  const inside = (item: Json, itemType: Type): Json => filled(item, { ...place, type: itemType, level: level + 1 });
  if (type.shape === "array" && isList(value)) return value.map((item) => inside(item, type.items));
  if (typeof value !== "object" || value === null || isList(value)) return value;
  if (type.shape === "record") return mapped(value, (member) => inside(member, type.values));
  return type.shape === "object" ? filledObject(value, type.properties, inside) : value;
}

type JsonObject = { readonly [key: string]: Json };

function filledObject(
  value: JsonObject,
  properties: readonly Property[],
  inside: (item: Json, type: Type) => Json,
): Json {
  const declared = new Map(properties.map((property) => [property.name, property]));
  const given = Object.entries(value).map(([key, member]) => {
    const property = declared.get(key);
    return [key, property === undefined ? member : inside(member, property.type)] as const;
  });
  const added = properties.flatMap((property) =>
    property.default === undefined || Object.hasOwn(value, property.name)
      ? []
      : [[property.name, inside(property.default, property.type)] as const],
  );
  return Object.fromEntries([...given, ...added]);
}

function mapped(value: JsonObject, transform: (member: Json) => Json): Json {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, transform(member)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

import type { Json, Property, Type } from "../model/type.js";
import { TypeSearch } from "../model/type-search.js";
import { FieldPlaces, type PlaceOf, taggedPlace } from "../schema/field-places.js";
import type { TypeIndex } from "../schema/type-index.js";
import { jsonTypesOf } from "./json-types.js";
import { wholeDefault } from "./whole-default.js";

type Union = Extract<Type, { shape: "union" }>;

/**
 * Describes where values have defaults, as the runtime's `DefaultsPlace`. In a union a default is written where the value's tag or JSON type
 * tells which member is meant; where a value could be of several members it is left alone.
 */
export function defaultFields(index: TypeIndex): () => FieldPlaces {
  const search = new TypeSearch({
    lookup: index,
    isSought: (type) => type.shape === "object" && type.properties.some(({ default: value }) => value !== undefined),
  });
  return () =>
    new FieldPlaces({
      index,
      bears: (type) => search.bears(type),
      nothing: {},
      field: (property, placeOf) => fieldOf(index, property, placeOf),
      union: (union, placeOf) => unionPlace(index, union, placeOf),
    });
}

function fieldOf(index: TypeIndex, property: Property, placeOf: PlaceOf): Json | undefined {
  const inside = placeOf(property.type);
  if (property.default === undefined) return inside && { inside };
  return { default: wholeDefault(property, index), ...(inside !== undefined && { inside }) };
}

function unionPlace(index: TypeIndex, { members, discriminator }: Union, placeOf: PlaceOf): Json | undefined {
  const [objects, lists] = (["object", "array"] as const).map((jsonType) =>
    members.filter((member) => jsonTypesOf(member, index).has(jsonType)),
  );
  const sole = new Set([objects, lists].flatMap((found = []) => (found.length === 1 ? found : [])));
  const several = objects !== undefined && objects.length > 1 ? objects : [];
  const tagged = taggedPlace(index, { members: several, ...(discriminator && { discriminator }) }, placeOf);
  const places = [...[...sole].map(placeOf), several.length > 0 ? tagged : undefined].filter(
    (place) => place !== undefined,
  );
  const [only] = places;
  return places.length <= 1 ? only : { each: places };
}

import type { Json, Property, Type } from "../model/type.js";
import { type Sought, TypeSearch } from "../model/type-search.js";
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
  return givenFields(index, (property) =>
    property.default === undefined ? undefined : { default: wholeDefault(property, index) },
  );
}

/** Describes in the same way where objects must have what hooks fill in, as the runtime's `FilledPlace`. */
export function filledFields(index: TypeIndex): () => FieldPlaces {
  return givenFields(index, ({ filled }) => (filled === true ? { filled: true } : undefined));
}

type SaidOf = (property: Property) => { readonly [key: string]: Json } | undefined;

function givenFields(index: TypeIndex, saidOf: SaidOf): () => FieldPlaces {
  const isSought: Sought["isSought"] = (type) =>
    type.shape === "object" && type.properties.some((property) => saidOf(property) !== undefined);
  const search = new TypeSearch({ lookup: index, isSought });
  return () =>
    new FieldPlaces({
      index,
      bears: (type) => search.bears(type),
      nothing: {},
      field: (property, placeOf) => fieldOf(saidOf(property), placeOf(property.type)),
      union: (union, placeOf) => unionPlace(index, union, placeOf),
    });
}

function fieldOf(said: ReturnType<SaidOf>, inside: Json | undefined): Json | undefined {
  if (said === undefined && inside === undefined) return undefined;
  return { ...said, ...(inside !== undefined && { inside }) };
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

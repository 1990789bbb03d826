import type { Model, ProjectModel } from "../../model/model.js";
import { resolved } from "../../model/type-at-path.js";
import type { Json, Property, Type } from "../../model/type.js";
import { TypeSearch } from "../../model/type-search.js";
import { FieldPlaces, type FieldRules, type PlaceOf, taggedPlace, wrapped } from "../../schema/field-places.js";
import { indexTypes, type TypeIndex } from "../../schema/type-index.js";

/** For each model of a project the fields that may not change, as the runtime's `ImmutableFields`; `undefined` where a model has none. */
export function createImmutableFields(project: ProjectModel): (model: Model) => Json | undefined {
  const index = indexTypes(project);
  const search = new TypeSearch({
    lookup: index,
    isSought: (type) => type.shape === "object" && type.properties.some(({ immutable }) => immutable === true),
  });
  const bears = (type: Type): boolean => search.bears(type);
  const rules: FieldRules = {
    index,
    bears,
    nothing: { fields: {} },
    field: (property, placeOf) => immutableField(index, property, placeOf),
    union: ({ members, discriminator }, placeOf) => {
      const bearing = members.filter(bears);
      return (
        taggedPlace(index, { members: bearing, ...(discriminator && { discriminator }) }, placeOf) ??
        anyOf(bearing.map(placeOf))
      );
    },
  };
  return (model) => {
    const places = new FieldPlaces(rules);
    const object = places.ofModel(model);
    const { types } = places;
    return object && { object, ...(types.size > 0 && { types: Object.fromEntries(types) }) };
  };
}

function immutableField(index: TypeIndex, property: Property, placeOf: PlaceOf): Json | undefined {
  const { immutable, required, default: value, listKey, type } = property;
  // A valid object always has what is required or has a default: one without it is from before the property was declared.
  if (immutable === true) return required || value !== undefined ? "fixedOnceSet" : "fixed";
  return listKey === undefined ? placeOf(type) : keyedPlace(type, listKey);

  /** The key is said of the property, so its list is described here and not where its type is. */
  function keyedPlace(list: Type, key: string): Json | undefined {
    const target = resolved(index, list);
    if (target.shape === "array") return wrapped(placeOf(target.items), (items) => ({ items, key }));
    if (target.shape !== "union") return placeOf(target);
    return anyOf(target.members.map((member) => keyedPlace(member, key)));
  }
}

/** One place needs no choice; `null` and scalars beside an object are none. */
function anyOf(places: readonly (Json | undefined)[]): Json | undefined {
  const known = places.filter((place) => place !== undefined);
  const [only] = known;
  return known.length <= 1 ? only : { anyOf: known };
}

import type { Model, ModelPart, ProjectModel } from "../../model/model.js";
import type { Json, Property, Type } from "../../model/type.js";
import { findBearers, type PropertyBearers } from "../../schema/property-bearers.js";
import { indexTypes, resolved, type TypeIndex } from "../../schema/type-index.js";
import { tagValues } from "../../schema/union-schema.js";

/**
 * For each model of a project the fields that may not change, as the runtime's `ImmutableFields`; `undefined` where a model has none.
 * A named type is described once and referred to, so that recursive types end.
 */
export function createImmutableFields(project: ProjectModel): (model: Model) => Json | undefined {
  const index = indexTypes(project);
  const bearers = findBearers({ index, sought: (property) => property.immutable === true });
  return (model) => new ImmutableFieldsWriter(index, bearers).describe(model);
}

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

class ImmutableFieldsWriter {
  readonly #index: TypeIndex;
  readonly #bearers: PropertyBearers;
  readonly #types = new Map<string, Json>();

  constructor(index: TypeIndex, bearers: PropertyBearers) {
    this.#index = index;
    this.#bearers = bearers;
  }

  describe(model: Model): Json | undefined {
    const object = this.#partsPlace(model);
    if (object === undefined) return undefined;
    return { object, ...(this.#types.size > 0 && { types: Object.fromEntries(this.#types) }) };
  }

  #partsPlace({ spec, status }: Model): Json | undefined {
    const parts: readonly (readonly [string, ModelPart | undefined])[] = [
      ["spec", spec],
      ["status", status],
    ];
    return fieldsPlace(parts.map(([name, part]) => [name, part === undefined ? undefined : this.#place(part.type)]));
  }

  /** What the values of a type have inside; nothing where that may all change. */
  #place(type: Type): Json | undefined {
    if (!this.#bearers.bears(type)) return undefined;
    switch (type.shape) {
      case "ref":
        return this.#named(type.name, () => this.#place(this.#index.named(type.name).type));
      case "model": {
        const model = this.#index.model(type);
        return this.#named(`${model.group}/${model.version}/${model.kind}`, () => this.#partsPlace(model));
      }
      case "object":
        return this.#objectPlace(type);
      case "record":
        return wrapped(this.#place(type.values), (values) => ({ values }));
      case "array":
        return wrapped(this.#place(type.items), (items) => ({ items }));
      case "tuple":
        return this.#tuplePlace(type);
      case "union":
        return this.#unionPlace(type);
      default:
        return undefined;
    }
  }

  #named(name: string, describe: () => Json | undefined): Json {
    if (!this.#types.has(name)) {
      this.#types.set(name, null); // Taken, for the type's references to itself.
      this.#types.set(name, describe() ?? {});
    }
    return { type: name };
  }

  #objectPlace({ properties, additional }: Shape<"object">): Json {
    const others = additional === undefined ? undefined : this.#place(additional);
    // What is left to `others` is what is not named here, so the other names stand here too.
    const all = properties.map((property) => [property.name, this.#field(property)] as const);
    if (others === undefined) return fieldsPlace(all) ?? { fields: {} };
    return { fields: Object.fromEntries(all.map(([name, field]) => [name, field ?? { fields: {} }])), others };
  }

  #field(property: Property): Json | undefined {
    if (property.immutable === true) return isAlwaysThere(property) ? "fixedOnceSet" : "fixed";
    return property.listKey === undefined
      ? this.#place(property.type)
      : this.#keyedPlace(property.type, property.listKey);
  }

  /** The key is said of the property, so its list is described here and not where its type is. */
  #keyedPlace(type: Type, key: string): Json | undefined {
    const target = resolved(type, this.#index);
    if (target.shape === "array") return wrapped(this.#place(target.items), (items) => ({ items, key }));
    if (target.shape !== "union") return this.#place(target);
    return anyOf(target.members.map((member) => this.#keyedPlace(member, key)));
  }

  #tuplePlace({ items, rest }: Shape<"tuple">): Json {
    const restPlace = rest === undefined ? undefined : this.#place(rest);
    return {
      tuple: items.map((item) => this.#place(item) ?? null),
      ...(restPlace !== undefined && { rest: restPlace }),
    };
  }

  #unionPlace({ members, discriminator }: Shape<"union">): Json | undefined {
    const bearing = members.filter((member) => this.#bearers.bears(member));
    const tagged = discriminator === undefined ? undefined : this.#taggedPlace(bearing, discriminator);
    return tagged ?? anyOf(bearing.map((member) => this.#place(member)));
  }

  #taggedPlace(members: readonly Type[], tag: string): Json | undefined {
    const cases = members.map((member) => ({
      tags: tagValues(member, tag, this.#index),
      place: this.#place(member) ?? null,
    }));
    return cases.every(({ tags }) => tags.length > 0) ? { tag, members: cases } : undefined;
  }
}

/** Whether a valid object has the property: one without it is from before the property was declared. */
function isAlwaysThere({ required, default: value }: Property): boolean {
  return required || value !== undefined;
}

function fieldsPlace(entries: readonly (readonly [string, Json | undefined])[]): Json | undefined {
  const known = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return known.length === 0 ? undefined : { fields: Object.fromEntries(known) };
}

/** One place needs no choice; `null` and scalars beside an object are none. */
function anyOf(places: readonly (Json | undefined)[]): Json | undefined {
  const known = places.filter((place) => place !== undefined);
  const [only] = known;
  return known.length <= 1 ? only : { anyOf: known };
}

function wrapped(inner: Json | undefined, wrap: (inner: Json) => Json): Json | undefined {
  return inner === undefined ? undefined : wrap(inner);
}

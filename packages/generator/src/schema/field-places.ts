import { tagValues } from "../model/discriminator.js";
import type { Model } from "../model/model.js";
import type { Json, Property, Type } from "../model/type.js";
import type { TypeIndex } from "./type-index.js";

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

/** What the values of a type have inside, as the runtime reads it; nothing where there is nothing to say. */
export type PlaceOf = (type: Type) => Json | undefined;

/** Which fields are described, and how. */
export interface FieldRules {
  readonly index: TypeIndex;
  /** Whether such fields are anywhere in a type. */
  readonly bears: (type: Type) => boolean;
  readonly field: (property: Property, placeOf: PlaceOf) => Json | undefined;
  /** Says of a field that it is named, and nothing else. */
  readonly nothing: Json;
  readonly union: (union: Shape<"union">, placeOf: PlaceOf) => Json | undefined;
}

/** Describes types by where they have fields of some sort. A named type is described once and referred to, so that recursive types end. */
export class FieldPlaces {
  /** The named types that were described on the way. */
  readonly types = new Map<string, Json>();
  readonly #rules: FieldRules;

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  ofModel({ spec, status }: Model): Json | undefined {
    const parts = Object.entries({ spec, status }).flatMap(([name, part]) => (part ? [{ ...part, name }] : []));
    return fieldsPlace(parts.map((part) => [part.name, this.#field(part)]));
  }

  ofType(type: Type): Json | undefined {
    const { bears, index, union } = this.#rules;
    if (!bears(type)) return undefined;
    switch (type.shape) {
      case "ref":
        return this.#named(type.name, () => this.ofType(index.named(type.name).type));
      case "model": {
        const model = index.model(type);
        return this.#named(`${model.group}/${model.version}/${model.kind}`, () => this.ofModel(model));
      }
      case "object":
        return this.#objectPlace(type);
      case "record":
        return wrapped(this.ofType(type.values), (values) => ({ values }));
      case "array":
        return wrapped(this.ofType(type.items), (items) => ({ items }));
      case "tuple": {
        const rest = type.rest && this.ofType(type.rest);
        return { tuple: type.items.map((item) => this.ofType(item) ?? null), ...(rest !== undefined && { rest }) };
      }
      case "union":
        return union(type, (member) => this.ofType(member));
      default:
        return undefined;
    }
  }

  #field(property: Property): Json | undefined {
    return this.#rules.field(property, (type) => this.ofType(type));
  }

  #named(name: string, describe: () => Json | undefined): Json {
    if (!this.types.has(name)) {
      this.types.set(name, null); // Taken, for the type's references to itself.
      this.types.set(name, describe() ?? {});
    }
    return { type: name };
  }

  #objectPlace({ properties, additional }: Shape<"object">): Json {
    const others = additional === undefined ? undefined : this.ofType(additional);
    // What is left to `others` is what is not named here, so the other names stand here too.
    const all = properties.map((property) => [property.name, this.#field(property)] as const);
    if (others === undefined) return fieldsPlace(all) ?? { fields: {} };
    return { fields: Object.fromEntries(all.map(([name, field]) => [name, field ?? this.#rules.nothing])), others };
  }
}

function fieldsPlace(entries: readonly (readonly [string, Json | undefined])[]): Json | undefined {
  const known = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return known.length === 0 ? undefined : { fields: Object.fromEntries(known) };
}

/** Members of a union by their tags; nothing where one has none. */
export function taggedPlace(
  index: TypeIndex,
  { members, discriminator: tag }: Pick<Shape<"union">, "members" | "discriminator">,
  placeOf: PlaceOf,
): Json | undefined {
  if (tag === undefined) return undefined;
  const cases = members.map((member) => ({ tags: tagValues(index, member, tag), place: placeOf(member) ?? null }));
  return cases.every(({ tags }) => tags.length > 0) ? { tag, members: cases } : undefined;
}

export function wrapped(inner: Json | undefined, wrap: (inner: Json) => Json): Json | undefined {
  return inner === undefined ? undefined : wrap(inner);
}

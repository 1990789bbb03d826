import { escapePointer } from "@cmgen/model/internal";

/**
 * Where objects must have fields that hooks fill in: the types of a model, reduced to those that have such fields somewhere inside. Plain data
 * with references to named types, so that recursive types are possible.
 */
export interface FilledFields {
  readonly object: FilledPlace;
  /** The named types that places refer to. */
  readonly types?: Readonly<Record<string, FilledPlace>>;
}

export type FilledPlace =
  | { readonly type: string }
  | { readonly fields: Readonly<Record<string, FilledField>>; readonly others?: FilledPlace }
  | { readonly values: FilledPlace }
  | { readonly items: FilledPlace }
  | { readonly tuple: readonly (FilledPlace | null)[]; readonly rest?: FilledPlace }
  | { readonly tag: string; readonly members: readonly TaggedFilled[] }
  | { readonly each: readonly FilledPlace[] };

/** `filled` where the field must be there, `inside` what its value has. */
export interface FilledField {
  readonly filled?: boolean;
  readonly inside?: FilledPlace;
}

/** A member of a union, for values with one of these tags. */
export interface TaggedFilled {
  readonly tags: readonly (string | number | boolean)[];
  readonly place: FilledPlace | null;
}

/** The JSON Pointers of fields that are missing from an object though it is about to be stored. */
export function missingFields({ object: place, types = {} }: FilledFields, object: unknown): readonly string[] {
  return [...missing(object, place, { types, path: "" })];
}

interface Where {
  readonly types: Readonly<Record<string, FilledPlace>>;
  readonly path: string;
}

function* missing(value: unknown, place: FilledPlace | null | undefined, where: Where): Generator<string, void> {
  if (typeof value !== "object" || value === null || !place) return;
  if ("type" in place) yield* missing(value, where.types[place.type], where);
  else if ("each" in place) for (const each of place.each) yield* missing(value, each, where);
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* missing(item, itemOf(place, at), below(where, String(at)));
  else yield* missingOfObject(value as Readonly<Record<string, unknown>>, place, where);
}

function itemOf(place: FilledPlace, at: number): FilledPlace | null | undefined {
  if ("items" in place) return place.items;
  if (!("tuple" in place)) return undefined;
  return at < place.tuple.length ? place.tuple[at] : place.rest;
}

function* missingOfObject(
  object: Readonly<Record<string, unknown>>,
  place: FilledPlace,
  where: Where,
): Generator<string, void> {
  if ("tag" in place) {
    const tag = Object.hasOwn(object, place.tag) ? object[place.tag] : undefined;
    yield* missing(object, place.members.find(({ tags }) => tags.some((own) => own === tag))?.place, where);
  }
  const fields: Readonly<Record<string, FilledField>> = "fields" in place ? place.fields : {};
  const others = "values" in place ? place.values : "fields" in place ? place.others : undefined;
  for (const [name, field] of Object.entries(fields)) {
    const at = below(where, name);
    if (Object.hasOwn(object, name)) yield* missing(object[name], field.inside, at);
    else if (field.filled === true) yield at.path;
  }
  if (others === undefined) return;
  for (const [name, value] of Object.entries(object))
    if (!Object.hasOwn(fields, name)) yield* missing(value, others, below(where, name));
}

function below({ types, path }: Where, name: string): Where {
  return { types, path: `${path}/${escapePointer(name)}` };
}

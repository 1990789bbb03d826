/**
 * Where the values of a type have defaults: the type, reduced to those that do somewhere inside. Plain data with references to named types, so
 * that recursive types are possible.
 */
export type DefaultsPlace =
  | { readonly type: string }
  | { readonly fields: Readonly<Record<string, DefaultField>>; readonly others?: DefaultsPlace }
  | { readonly values: DefaultsPlace }
  | { readonly items: DefaultsPlace }
  | { readonly tuple: readonly (DefaultsPlace | null)[]; readonly rest?: DefaultsPlace }
  | { readonly tag: string; readonly members: readonly TaggedDefaults[] }
  | { readonly each: readonly DefaultsPlace[] };

/** `default` is what a field gets that is absent, `inside` what its value has. */
export interface DefaultField {
  readonly default?: unknown;
  readonly inside?: DefaultsPlace;
}

/** A member of a union, for values with one of these tags. */
export interface TaggedDefaults {
  readonly tags: readonly (string | number | boolean)[];
  readonly place: DefaultsPlace | null;
}

type Types = Readonly<Record<string, DefaultsPlace>>;
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes defaults into a JSON value: where the object around a field is there and the field is not. A value of another type than declared is
 * left alone. Only own properties count: `toString` and `__proto__` are names like others.
 *
 * @param types the named types that places refer to
 */
export function writeDefaults(value: unknown, place: DefaultsPlace, types: Types = {}): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in place) {
    const target = types[place.type];
    if (target !== undefined) writeDefaults(value, target, types);
  } else if ("each" in place) {
    for (const each of place.each) writeDefaults(value, each, types);
  } else if (Array.isArray(value)) {
    writeInItems(value, place, types);
  } else {
    writeInObject(place, value as JsonObject, types);
  }
}

type Place<Key extends string> = Extract<DefaultsPlace, Readonly<Record<Key, unknown>>>;

function writeInItems(
  list: readonly unknown[],
  place: Exclude<DefaultsPlace, Place<"type"> | Place<"each">>,
  types: Types,
): void {
  if ("items" in place) for (const item of list) writeDefaults(item, place.items, types);
  if (!("tuple" in place)) return;
  for (const [at, item] of list.entries()) {
    const ofItem = at < place.tuple.length ? place.tuple[at] : place.rest;
    if (ofItem) writeDefaults(item, ofItem, types);
  }
}

function writeInObject(
  place: Exclude<DefaultsPlace, Place<"type"> | Place<"each">>,
  object: JsonObject,
  types: Types,
): void {
  if ("values" in place) for (const value of Object.values(object)) writeDefaults(value, place.values, types);
  if ("tag" in place) {
    const tag = Object.hasOwn(object, place.tag) ? object[place.tag] : undefined;
    const member = place.members.find(({ tags }) => tags.some((own) => own === tag))?.place;
    if (member) writeDefaults(object, member, types);
  }
  if (!("fields" in place)) return;
  const { fields, others } = place;
  if (others !== undefined)
    for (const [name, value] of Object.entries(object))
      if (!Object.hasOwn(fields, name)) writeDefaults(value, others, types);
  // Objects that have everything are the most frequent: entries would be made for each of them.
  for (const name in fields) {
    const field = fields[name];
    if (!Object.hasOwn(object, name)) {
      if (field?.default === undefined) continue;
      setOwn(object, name, field.default);
    }
    if (field?.inside !== undefined) writeDefaults(object[name], field.inside, types);
  }
}

/** Objects are copied: what one value does with its default is not for the next. */
function setOwn(object: JsonObject, name: string, value: unknown): void {
  const own: unknown = typeof value === "object" ? structuredClone(value) : value;
  Object.defineProperty(object, name, { value: own, writable: true, enumerable: true, configurable: true });
}

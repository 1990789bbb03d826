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

/** The defaults of a model's objects. */
export interface ModelDefaults {
  readonly object: DefaultsPlace;
  /** The named types that places refer to. */
  readonly types?: Readonly<Record<string, DefaultsPlace>>;
}

type Types = Readonly<Record<string, DefaultsPlace>>;
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes defaults into a JSON value: where the object around a field is there and the field is not. A value of another type than declared is
 * left alone. Only own properties count: `toString` and `__proto__` are names like others.
 *
 * @param types the named types that places refer to
 * @returns whether anything was absent.
 */
export function writeDefaults(value: unknown, place: DefaultsPlace, types: Types = {}): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("type" in place) {
    const target = types[place.type];
    return target !== undefined && writeDefaults(value, target, types);
  }
  if ("each" in place) return writeEach(place.each, (each) => writeDefaults(value, each, types));
  if (Array.isArray(value)) return writeInItems(value, place, types);
  return writeInObject(place, value as JsonObject, types);
}

type Place<Key extends string> = Extract<DefaultsPlace, Readonly<Record<Key, unknown>>>;

/** Writes everywhere, and says whether anything was absent anywhere. */
function writeEach<Item>(items: Iterable<Item>, write: (item: Item) => boolean): boolean {
  let isWritten = false;
  for (const item of items) isWritten = write(item) || isWritten;
  return isWritten;
}

function writeInItems(
  list: readonly unknown[],
  place: Exclude<DefaultsPlace, Place<"type"> | Place<"each">>,
  types: Types,
): boolean {
  if ("items" in place) return writeEach(list, (item) => writeDefaults(item, place.items, types));
  if (!("tuple" in place)) return false;
  return writeEach(list.entries(), ([at, item]) => {
    const ofItem = at < place.tuple.length ? place.tuple[at] : place.rest;
    return ofItem ? writeDefaults(item, ofItem, types) : false;
  });
}

function writeInObject(
  place: Exclude<DefaultsPlace, Place<"type"> | Place<"each">>,
  object: JsonObject,
  types: Types,
): boolean {
  let isWritten = false;
  if ("values" in place)
    isWritten = writeEach(Object.values(object), (value) => writeDefaults(value, place.values, types));
  if ("tag" in place) {
    const tag = Object.hasOwn(object, place.tag) ? object[place.tag] : undefined;
    const member = place.members.find(({ tags }) => tags.some((own) => own === tag))?.place;
    if (member) isWritten = writeDefaults(object, member, types);
  }
  if (!("fields" in place)) return isWritten;
  const { fields, others } = place;
  if (others !== undefined)
    for (const [name, value] of Object.entries(object))
      if (!Object.hasOwn(fields, name)) isWritten = writeDefaults(value, others, types) || isWritten;
  // Objects that have everything are the most frequent: entries would be made for each of them.
  for (const name in fields) {
    const field = fields[name];
    if (!Object.hasOwn(object, name)) {
      if (field?.default === undefined) continue;
      setOwn(object, name, field.default);
      isWritten = true;
    }
    if (field?.inside !== undefined) isWritten = writeDefaults(object[name], field.inside, types) || isWritten;
  }
  return isWritten;
}

/** Objects are copied: what one value does with its default is not for the next. */
function setOwn(object: JsonObject, name: string, value: unknown): void {
  const own: unknown = typeof value === "object" ? structuredClone(value) : value;
  Object.defineProperty(object, name, { value: own, writable: true, enumerable: true, configurable: true });
}

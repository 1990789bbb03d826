import { partsOf } from "./map-type.js";
import type { Model } from "./model.js";
import { isNullable, type TypeLookup } from "./type-at-path.js";
import type { Property, Type } from "./type.js";
import { TypeSearch } from "./type-search.js";

/** A step on the way to a field: a property, `null` for items and members, or items that a property tells apart. */
export type SecretStep = string | null | { readonly key: string };

/** Where a model's objects have a property that is never answered. */
export interface SecretPlace {
  readonly path: readonly SecretStep[];
  readonly property: Property;
  readonly isNullable: boolean;
}

export interface FoundSecrets {
  readonly secrets: readonly SecretPlace[];
  /** Secret properties of a type that holds itself: there is no end of their places. */
  readonly endless: readonly Property[];
  /** Properties that are not secret, and stand where one is that is. */
  readonly shown: readonly Property[];
}

/**
 * Finds the secret fields of a model's objects, those of objects of other models that stand inside included. Types of others can be graphs with
 * more ways through them than could be walked, so only what leads to a secret field is entered.
 */
export function secretPlaces(lookup: TypeLookup, model: Model): FoundSecrets {
  const search = new TypeSearch({ lookup, isSought: hasSecret });
  const bears = (holder: Holder): boolean =>
    typeof holder === "string" ? search.bearsNamed(holder) : partTypes(holder).some((type) => search.bears(type));
  if (!bears(model)) return { secrets: [], endless: [], shown: [] };
  const endless = new Set<Property>();
  const found = [...propertiesOf(model, root, { lookup, entersPath: () => true, enters })].filter(isOfSecret);
  const places = new Map(found.map((place) => [textOf(place.path), place]));
  return {
    secrets: Array.from(places.values(), ({ path, property }) => {
      return { path, property, isNullable: isNullable(lookup, property.type) };
    }),
    endless: [...endless],
    shown: shownAt(lookup, model, found),
  };

  function enters(holder: Holder, { holders }: Place): boolean {
    const isKnown = holders.includes(holder);
    if (isKnown) for (const property of secretsIn(lookup, holder)) endless.add(property);
    return !isKnown && bears(holder);
  }
}

/** The properties of a model that stand at some paths and are not secret. */
export function shownAt(
  lookup: TypeLookup,
  model: Model,
  places: readonly Pick<SecretPlace, "path">[],
): readonly Property[] {
  const texts = places.map(({ path }) => textOf(path));
  const known = new Set(texts);
  const found = propertiesOf(model, root, {
    lookup,
    entersPath: (path) => texts.some((text) => text.startsWith(textOf(path))),
    enters: (holder, { holders }) => !holders.includes(holder),
  });
  return [...found].flatMap((place) => (!isOfSecret(place) && known.has(textOf(place.path)) ? [place.property] : []));
}

function partTypes({ spec, status }: Model): readonly Type[] {
  return [spec, status].flatMap((part) => part?.type ?? []);
}

/** Whether a type has secret properties itself. */
export function hasSecret(type: Type): boolean {
  return type.shape === "object" && type.properties.some(({ secret }) => secret === true);
}

function isOfSecret({ property }: PropertyPlace): boolean {
  return property.secret === true;
}

/** A path without what tells items apart. It ends such that the text of a path begins with those of all paths that lead to it. */
function textOf(path: readonly SecretStep[]): string {
  return path.map((step) => `${JSON.stringify(typeof step === "string" ? step : null)} `).join("");
}

/** What may hold itself: a named type, or a model. */
type Holder = string | Model;

interface Place {
  readonly path: readonly SecretStep[];
  /** Those on the way here. */
  readonly holders: readonly Holder[];
  /** Tells the items apart, if a list is here. */
  readonly key?: string | undefined;
}

const root: Place = { path: [], holders: [] };

interface PropertyPlace {
  readonly path: readonly SecretStep[];
  readonly property: Property;
}

/** What a walk goes into. */
interface Walk {
  readonly lookup: TypeLookup;
  readonly enters: (holder: Holder, place: Place) => boolean;
  readonly entersPath: (path: readonly SecretStep[]) => boolean;
}

function* propertiesOf(model: Model, { path, holders }: Place, walk: Walk): Iterable<PropertyPlace> {
  for (const [name, part] of Object.entries({ spec: model.spec, status: model.status })) {
    const place = { path: [...path, name], holders: [...holders, model] };
    if (part !== undefined && walk.entersPath(place.path)) yield* propertiesIn(part.type, place, walk);
  }
}

function* propertiesIn(type: Type, place: Place, walk: Walk): Iterable<PropertyPlace> {
  const { path, holders, key } = place;
  const inside: Place = { holders, path: [...path, key === undefined ? null : { key }] };
  switch (type.shape) {
    case "ref": {
      const named = walk.lookup.typeNamed(type.name)?.type;
      if (named === undefined || !walk.enters(type.name, place)) return;
      return yield* propertiesIn(named, { ...place, holders: [...holders, type.name] }, walk);
    }
    case "model": {
      const model = walk.lookup.modelOf(type);
      if (model !== undefined && walk.enters(model, place)) yield* propertiesOf(model, place, walk);
      return;
    }
    case "union":
      for (const member of type.members) yield* propertiesIn(member, place, walk);
      return;
    case "array":
    case "tuple":
    case "record":
      for (const part of partsOf(type)) yield* propertiesIn(part, inside, walk);
      return;
    case "object":
      return yield* propertiesOfObject(type, place, walk);
    default:
    // A scalar has no properties, and JSON of any kind has none that are named.
  }
}

function* propertiesOfObject(
  { properties, additional }: Extract<Type, { shape: "object" }>,
  { path, holders }: Place,
  walk: Walk,
): Iterable<PropertyPlace> {
  for (const property of properties) {
    const own = [...path, property.name];
    if (!walk.entersPath(own)) continue;
    yield { path: own, property };
    const next = { path: own, holders, key: property.listKey };
    if (property.secret !== true) yield* propertiesIn(property.type, next, walk);
  }
  if (additional !== undefined) yield* propertiesIn(additional, { path: [...path, null], holders }, walk);
}

/** The secret properties of a type that was met again. */
function secretsIn(lookup: TypeLookup, holder: Holder): readonly Property[] {
  const found: Property[] = [];
  const named = typeof holder === "string" ? lookup.typeNamed(holder)?.type : undefined;
  const types = new Set(typeof holder === "string" ? (named ? [named] : []) : partTypes(holder));
  // A set goes through what is added to it on the way.
  for (const type of types) {
    if (type.shape === "object") found.push(...type.properties.filter(({ secret }) => secret === true));
    const target = type.shape === "ref" ? lookup.typeNamed(type.name)?.type : undefined;
    for (const part of [...partsOf(type), ...(target ? [target] : [])]) types.add(part);
  }
  return found;
}

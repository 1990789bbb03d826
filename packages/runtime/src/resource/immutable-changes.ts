import { escapePointer, jsonEqual } from "@cmgen/model/internal";
import { isJsonObject, memberOf } from "../document/json-object.js";
import type {
  ImmutableField,
  ImmutableFields,
  ImmutablePlace,
  ListPlace,
  ObjectPlace,
} from "../model/immutable-fields.js";
import type { BrokenRule } from "./invalid.js";

const MESSAGE = "is immutable: it may not change after creation";

/** A value before and after an update, and its place. `undefined` if absent. */
interface Pair {
  readonly path: string;
  readonly old: unknown;
  readonly next: unknown;
  /** Whether it may be of one of several types, so that an absent field need not have been missing. */
  readonly untagged?: boolean;
}

/**
 * The immutable fields that differ between an object and its replacement, each at its place. Something new in this update (an item, a member of
 * a record, an object that was absent) has no earlier value to compare with. An item or a member of a record may be removed with all its
 * fields, but an object may not be removed with its immutable fields. If controllers write `status`, its fields are absent at creation, so they
 * keep the first value they are given.
 */
export function immutableChanges(
  fields: ImmutableFields,
  change: { old: object; next: object },
): readonly BrokenRule[] {
  const comparison = new Comparison(fields);
  comparison.compare(fields.object, { path: "", ...change });
  return [...comparison.changed].map((path) => ({ path, keyword: "immutable", message: MESSAGE }));
}

class Comparison {
  readonly changed = new Set<string>();
  readonly #fields: ImmutableFields;

  constructor(fields: ImmutableFields) {
    this.#fields = fields;
  }

  compare(place: ImmutablePlace, pair: Pair): void {
    if (pair.old === undefined) return;
    if ("type" in place) this.#compareNamed(place.type, pair);
    else if ("fields" in place) this.#compareObjects(place, pair);
    else if ("values" in place) this.#compareMembers(place.values, pair, []);
    else if ("items" in place) this.#compareLists(place, pair);
    else if ("tuple" in place)
      this.#compareItems(pair, (at) => (at < place.tuple.length ? place.tuple[at] : place.rest));
    else if ("tag" in place) this.#compareTagged(place, pair);
    else for (const member of place.anyOf) this.compare(member, { ...pair, untagged: true });
  }

  #compareNamed(type: string, pair: Pair): void {
    const place = this.#fields.types?.[type];
    if (place === undefined) throw new Error(`The immutable fields of the type ${JSON.stringify(type)} are not known.`);
    this.compare(place, pair);
  }

  #compareObjects({ fields, others }: ObjectPlace, pair: Pair): void {
    if (!isJsonObject(pair.old)) return;
    for (const [name, field] of Object.entries(fields)) {
      const member = memberPair(pair, name);
      if (member.old !== undefined || pair.untagged !== true) this.#compareField(field, member);
    }
    if (others !== undefined) this.#compareMembers(others, pair, Object.keys(fields));
  }

  #compareField(field: ImmutableField, pair: Pair): void {
    if (typeof field !== "string") return this.compare(field, pair);
    const maySet = field === "fixedOnceSet" || pair.path.startsWith("/status/");
    if (pair.old === undefined && (maySet || pair.next === undefined)) return;
    if (!jsonEqual(pair.old, pair.next)) this.changed.add(pair.path);
  }

  #compareMembers(place: ImmutablePlace, pair: Pair, except: readonly string[]): void {
    if (!isJsonObject(pair.old) || !isJsonObject(pair.next)) return;
    for (const name of Object.keys(pair.next)) {
      if (!except.includes(name)) this.compare(place, memberPair(pair, name));
    }
  }

  #compareLists({ items, key }: ListPlace, pair: Pair): void {
    if (key === undefined) return this.#compareItems(pair, () => items);
    if (!Array.isArray(pair.old) || !Array.isArray(pair.next)) return;
    const before = new Map(pair.old.map((item: unknown) => [identity(item, key), item]));
    for (const [at, next] of pair.next.entries()) {
      const id = identity(next, key);
      if (id !== undefined) this.compare(items, { path: `${pair.path}/${at}`, old: before.get(id), next });
    }
  }

  #compareItems({ path, old, next }: Pair, placeOf: (at: number) => ImmutablePlace | null | undefined): void {
    if (!Array.isArray(old) || !Array.isArray(next)) return;
    for (const at of next.keys()) {
      const place = placeOf(at);
      if (place) this.compare(place, { path: `${path}/${at}`, old: old[at], next: next[at] });
    }
  }

  /** The tag of the old value determines what was fixed. A value with another tag has changed. */
  #compareTagged({ tag, members }: Extract<ImmutablePlace, { tag: string }>, pair: Pair): void {
    if (!isJsonObject(pair.old)) return;
    const value = memberOf(pair.old, tag);
    const member = members.find(({ tags }) => tags.some((candidate) => candidate === value));
    if (member !== undefined) this.compare(member.place, pair);
  }
}

function memberPair({ path, old, next }: Pair, name: string): Pair {
  return { path: `${path}/${escapePointer(name)}`, old: ownMember(old, name), next: ownMember(next, name) };
}

function ownMember(value: unknown, name: string): unknown {
  return isJsonObject(value) ? memberOf(value, name) : undefined;
}

/** The identity of an item; undefined for one without the key. */
function identity(item: unknown, key: string): string | undefined {
  const value = ownMember(item, key);
  return value === undefined ? undefined : JSON.stringify(value);
}

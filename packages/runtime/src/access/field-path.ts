import { jsonEqual, printPointer } from "@cmgen/model/internal";
import { withoutHidden } from "../document/field-mask.js";
import { hiddenTree } from "../document/field-path.js";
import { isJsonObject, type JsonObject, memberOf, setMember } from "../document/json-object.js";

/** The names of the members that lead to a field; through lists it leads to the field of each item. */
export type FieldPath = readonly string[];

/** A name, a key in brackets, or the place of an item, which stands for all of them. */
const STEP = /^(?:\.?([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\]|\[\d*\])/;

/**
 * Reads a path as checks and access rules write it: `spec.salary`, `spec.contacts.phone`, `spec.limits["a.b"]`.
 *
 * @returns undefined for anything else.
 */
export function parseFieldPath(text: string): FieldPath | undefined {
  const path: string[] = [];
  let rest = text;
  while (rest !== "") {
    const [whole, name, key] = STEP.exec(rest) ?? [];
    if (whole === undefined || whole.startsWith(".") !== (path.length > 0 && name !== undefined)) return undefined;
    if (name !== undefined) path.push(name);
    else if (key !== undefined) path.push(JSON.parse(`"${key}"`) as string);
    rest = rest.slice(whole.length);
  }
  return path.length === 0 ? undefined : path;
}

/** A path as checks and access rules write it. */
export function printFieldPath(path: FieldPath): string {
  return path
    .map((name) => (/^[^.[\]"\s/]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`))
    .join("")
    .replace(/^\./, "");
}

/** Whether one path is the other, or leads to a part of it. */
export function isWithin(path: FieldPath, other: FieldPath): boolean {
  return other.length <= path.length && other.every((name, at) => path[at] === name);
}

/** Where an object has some fields, as JSON Pointers. */
export function pointersOf(object: unknown, paths: readonly FieldPath[]): readonly string[] {
  return paths.flatMap((path) => placesOf(object, path, []).map(printPointer));
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, path: FieldPath, place: Place): readonly Place[] {
  const [name, ...rest] = path;
  if (name === undefined) return [place];
  if (Array.isArray(value)) return value.flatMap((item, at) => placesOf(item, path, [...place, at]));
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return [];
  return placesOf(value[name], rest, [...place, name]);
}

/** Where two states of an object differ in some fields, as JSON Pointers. */
export function changedPointers(before: unknown, after: unknown, paths: readonly FieldPath[]): readonly string[] {
  return paths.flatMap((path) => {
    const [old, next] = [fieldAt(before, path), fieldAt(after, path)];
    if (jsonEqual(old, next)) return [];
    const places = placesOf(after, path, []);
    return places.length === 0 ? [printPointer(path)] : places.map(printPointer);
  });
}

/** What an object has at a path; through lists, of each item. */
function fieldAt(value: unknown, path: FieldPath): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => fieldAt(item, path) ?? null);
  return isJsonObject(value) ? fieldAt(memberOf(value, name), rest) : undefined;
}

/**
 * Writes fields of a stored object into a draft that was made by somebody who does not see them. An item of a list is the one that is the same
 * without them, else the one at its place; an item that is neither is new, and has none.
 */
export function restoreFields(draft: JsonObject, stored: JsonObject, paths: readonly FieldPath[]): void {
  for (const path of paths) restoreField(draft, stored, path);
}

function restoreField(draft: unknown, stored: unknown, path: FieldPath): void {
  if (Array.isArray(draft) && Array.isArray(stored)) {
    for (const [item, old] of matchingItems(draft, stored, path)) restoreField(item, old, path);
    return;
  }
  const [name, ...rest] = path;
  if (name === undefined || !isJsonObject(draft) || !isJsonObject(stored) || !Object.hasOwn(stored, name)) return;
  if (rest.length === 0) setMember(draft, name, structuredClone(stored[name]));
  else if (Object.hasOwn(draft, name)) restoreField(draft[name], stored[name], rest);
  else if (isOnlyHidden(stored[name], rest)) setMember(draft, name, structuredClone(stored[name]));
}

/** Whether an object has nothing that is seen: then it was not seen itself, and was not left out on purpose. */
function isOnlyHidden(stored: unknown, path: FieldPath): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  return isJsonObject(stored) && Object.keys(stored).every((each) => each === name) && isOnlyHidden(stored[name], rest);
}

/** Each item of a draft with the stored one that it is; new ones are left out. */
function matchingItems(draft: readonly unknown[], stored: readonly unknown[], path: FieldPath): [unknown, unknown][] {
  const left = new Map(stored.entries());
  const hidden = hiddenTree([{ path }]);
  const bySeen = new Map<string, number[]>();
  for (const [at, item] of stored.entries()) {
    const seen = JSON.stringify(withoutHidden(item, hidden));
    bySeen.set(seen, [...(bySeen.get(seen) ?? []), at]);
  }
  const match = (item: unknown, at: number | undefined): [unknown, unknown][] => {
    if (at === undefined || !left.has(at)) return [];
    const pair: [unknown, unknown] = [item, left.get(at)];
    left.delete(at);
    return [pair];
  };
  const same = draft.map((item) => match(item, bySeen.get(JSON.stringify(item))?.shift()));
  return draft.flatMap((item, at) => (same[at]?.length === 1 ? same[at] : match(item, at)));
}

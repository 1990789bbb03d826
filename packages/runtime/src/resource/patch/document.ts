import { parsePointer } from "@cmgen/model/internal";
import { isJsonObject, setMember } from "../../document/json-object.js";
import { PatchError } from "./patch-error.js";

/** A document being patched, in a box, because an operation may replace all of it. */
export interface Document {
  root: unknown;
}

/** The member of an operation that has the pointer, for the error. */
type PointerMember = "/path" | "/from";

/** The value at `pointer`. @throws {PatchError} if there is no value. */
export function getAt(document: Document, pointer: string, member: PointerMember = "/path"): unknown {
  let value = document.root;
  for (const segment of parsePointer(pointer)) value = child(value, segment, member);
  return value;
}

/** RFC 6902, 4.1: inserts into a list, sets a member, or replaces the root. */
export function addAt(document: Document, pointer: string, value: unknown): void {
  const place = locate(document, pointer, "/path");
  if (place === undefined) document.root = value;
  else if (Array.isArray(place.parent)) place.parent.splice(insertionIndex(place.parent, place.key), 0, value);
  else if (isJsonObject(place.parent)) setMember(place.parent, place.key, value);
  else throw new PatchError("/path", "The place to add to is neither an object nor a list.");
}

/** RFC 6902, 4.3. */
export function replaceAt(document: Document, pointer: string, value: unknown): void {
  const place = locate(document, pointer, "/path");
  if (place === undefined) {
    document.root = value;
    return;
  }
  child(place.parent, place.key, "/path");
  if (Array.isArray(place.parent)) place.parent[Number(place.key)] = value;
  else if (isJsonObject(place.parent)) setMember(place.parent, place.key, value);
}

/** RFC 6902, 4.2. Returns what was removed; the root leaves `null`. */
export function removeAt(document: Document, pointer: string, member: PointerMember = "/path"): unknown {
  const place = locate(document, pointer, member);
  const removed = place === undefined ? document.root : child(place.parent, place.key, member);
  if (place === undefined) document.root = null;
  else if (Array.isArray(place.parent)) place.parent.splice(Number(place.key), 1);
  else if (isJsonObject(place.parent)) delete place.parent[place.key];
  return removed;
}

interface Place {
  readonly parent: unknown;
  readonly key: string;
}

function locate(document: Document, pointer: string, member: PointerMember): Place | undefined {
  const segments = parsePointer(pointer);
  const key = segments.pop();
  if (key === undefined) return undefined;
  let parent = document.root;
  for (const segment of segments) parent = child(parent, segment, member);
  return { parent, key };
}

function child(parent: unknown, key: string, member: PointerMember): unknown {
  const exists = Array.isArray(parent)
    ? isIndex(key) && Number(key) < parent.length
    : isJsonObject(parent) && Object.hasOwn(parent, key);
  if (!exists) throw new PatchError(member, `${JSON.stringify(key)} does not exist.`);
  return (parent as Record<string, unknown>)[key];
}

function insertionIndex(list: readonly unknown[], key: string): number {
  if (key === "-") return list.length;
  if (isIndex(key) && Number(key) <= list.length) return Number(key);
  throw new PatchError("/path", `${JSON.stringify(key)} is not a position in a list of ${list.length}.`);
}

/** RFC 6901, 4: digits without leading zeros. */
function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key);
}

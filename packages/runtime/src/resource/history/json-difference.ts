import type { JsonPatchOperation } from "@cmgen/model";
import { jsonEqual, printPointer } from "@cmgen/model/internal";
import { isJsonObject, type JsonObject } from "../../document/json-object.js";

/** The JSON Patch (RFC 6902) that makes `after` of `before`: members and items that differ, and no larger part of the document. */
export function jsonPatchBetween(before: unknown, after: unknown, at: readonly string[] = []): JsonPatchOperation[] {
  if (jsonEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return betweenObjects(before, after, at);
  if (Array.isArray(before) && Array.isArray(after)) return betweenLists(before, after, at);
  return [{ op: "replace", path: printPointer(at), value: after }];
}

function betweenObjects(before: JsonObject, after: JsonObject, at: readonly string[]): JsonPatchOperation[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): JsonPatchOperation[] => {
    const inside = [...at, name];
    if (!Object.hasOwn(after, name)) return [{ op: "remove", path: printPointer(inside) }];
    if (!Object.hasOwn(before, name)) return [{ op: "add", path: printPointer(inside), value: after[name] }];
    return jsonPatchBetween(before[name], after[name], inside);
  });
}

/** Items at the beginning and at the end that are the same stay; in between, items change, and the rest is removed or added. */
function betweenLists(
  before: readonly unknown[],
  after: readonly unknown[],
  at: readonly string[],
): JsonPatchOperation[] {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && jsonEqual(before[first], after[first])) first += 1;
  let last = 0;
  while (last < shorter - first && jsonEqual(before.at(-1 - last), after.at(-1 - last))) last += 1;
  const [old, next] = [before.slice(first, before.length - last), after.slice(first, after.length - last)];
  const both = Math.min(old.length, next.length);
  const path = (place: number): readonly string[] => [...at, String(first + place)];
  const changes = Array.from({ length: both }, (_, place) => jsonPatchBetween(old[place], next[place], path(place)));
  // From the end, so that places before it stay.
  const removals = old
    .slice(both)
    .map((_, place): JsonPatchOperation => ({ op: "remove", path: printPointer(path(old.length - 1 - place)) }));
  const additions = next
    .slice(both)
    .map((value, place): JsonPatchOperation => ({ op: "add", path: printPointer(path(both + place)), value }));
  return [...changes.flat(), ...removals, ...additions];
}

/**
 * The JSON Merge Patch (RFC 7396) that makes `after` of `before`. It cannot say that a member becomes `null`, which is shown as its removal, nor what
 * changes within a list.
 */
export function mergePatchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const [old, next] = [before[name], after[name]];
      if (!Object.hasOwn(after, name)) return [[name, null]];
      if (Object.hasOwn(before, name) && jsonEqual(old, next)) return [];
      return [[name, isJsonObject(old) && isJsonObject(next) ? mergePatchBetween(old, next) : next]];
    }),
  );
}

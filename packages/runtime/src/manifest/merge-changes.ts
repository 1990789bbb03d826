import { jsonEqual } from "@cmgen/model/internal";
import { isJsonObject, memberOf, setMember, type JsonObject } from "../document/json-object.js";

/** The states of one value that a merge looks at; undefined where it is absent. */
export interface MergeStates {
  /** In the manifest that was last applied. */
  readonly applied: unknown;
  /** In the manifest as it is now. */
  readonly manifest: unknown;
  /** In the object, right after the last manifest was applied: with defaults, and what hooks have changed. */
  readonly stored: unknown;
  /** In the object as it is now. */
  readonly current: unknown;
}

/**
 * The value that an object gets: what its manifest has changed since it was last applied, except what somebody else has changed in the object
 * since. Members of objects are merged one by one; lists and other values are taken as a whole. Undefined if the value goes.
 */
export function mergeChanges(states: MergeStates): unknown {
  const { applied, manifest, stored, current } = states;
  if (isSame(applied, manifest)) return current;
  const mayMerge = isJsonObject(manifest) && isJsonObject(current) && (applied === undefined || isJsonObject(applied));
  if (mayMerge) return mergeMembers(states);
  return isSame(stored, current) ? manifest : current;
}

function mergeMembers(states: MergeStates): JsonObject {
  const merged: JsonObject = {};
  const { current, manifest } = states;
  // Members keep their order, so that an object that stays the same keeps its bytes.
  for (const name of new Set([...keysOf(current), ...keysOf(manifest)])) {
    const value = mergeChanges({
      applied: memberIn(states.applied, name),
      manifest: memberIn(manifest, name),
      stored: memberIn(states.stored, name),
      current: memberIn(current, name),
    });
    if (value !== undefined) setMember(merged, name, value);
  }
  return merged;
}

function keysOf(value: unknown): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function memberIn(value: unknown, name: string): unknown {
  return isJsonObject(value) ? memberOf(value, name) : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return jsonEqual(one, other);
}

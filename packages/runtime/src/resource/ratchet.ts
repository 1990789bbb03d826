import { jsonEqual, parsePointer } from "@cmgen/model";
import { cloneJson, isJsonObject, memberOf } from "../document/json-object.js";
import type { BrokenRule } from "./invalid.js";
import type { StoredObject } from "./stored-object.js";

/** An update: what is stored, and what takes its place. */
interface Update {
  readonly old: StoredObject;
  readonly next: object;
  /** What an object breaks. It may change the object: it is given a copy. */
  readonly check: (object: StoredObject) => readonly BrokenRule[];
}

/**
 * What an update is refused for: rules that it breaks, without those that the stored object, written under older rules, breaks at the
 * same place with the same value. The stored object is checked only if something is broken.
 */
export function newlyBroken(broken: readonly BrokenRule[], { old, next, check }: Update): readonly BrokenRule[] {
  if (broken.length === 0) return broken;
  const before = cloneJson(old);
  const known = new Set(check(before).map(identityOf));
  return broken.filter((rule) => !known.has(identityOf(rule)) || !isSameAt(rule.path, before, next));
}

function identityOf({ path, keyword, message }: BrokenRule): string {
  return JSON.stringify([path, keyword, message]);
}

/** Whether two objects have the same at a JSON Pointer; also if neither has anything there. */
export function isSameAt(pointer: string, one: unknown, other: unknown): boolean {
  return jsonEqual(valueAt(pointer, one), valueAt(pointer, other));
}

function valueAt(pointer: string, object: unknown): unknown {
  return parsePointer(pointer).reduce<unknown>((value, segment) => {
    if (Array.isArray(value)) return value[Number(segment)] as unknown;
    return isJsonObject(value) ? memberOf(value, segment) : undefined;
  }, object);
}

import { jsonEqual, parsePointer } from "@cmgen/model/internal";
import { cloneJson, isJsonObject, memberOf } from "../document/json-object.js";
import type { BrokenRule } from "./invalid.js";
import type { StoredObject } from "./stored-object.js";

/** An update: the stored object, and the one that replaces it. */
interface Update {
  readonly old: StoredObject;
  readonly next: object;
  /** Returns the rules that an object breaks. It gets a copy, which it may change. */
  readonly check: (object: StoredObject) => readonly BrokenRule[];
}

/**
 * The broken rules for which an update is refused. Those that the stored object breaks too, at the same place with the same value, do not count:
 * it was written under older rules. If none is broken, the stored object need not be checked.
 */
export function newlyBroken(broken: readonly BrokenRule[], { old, next, check }: Update): readonly BrokenRule[] {
  const before = cloneJson(old);
  const known = new Set(check(before).map(identityOf));
  return broken.filter((rule) => !known.has(identityOf(rule)) || !isSameAt(rule.path, before, next));
}

function identityOf({ path, keyword, message }: BrokenRule): string {
  return JSON.stringify([path, keyword, message]);
}

/** Whether two objects have equal values at a JSON Pointer, or both have none. */
export function isSameAt(pointer: string, one: unknown, other: unknown): boolean {
  return jsonEqual(valueAt(pointer, one), valueAt(pointer, other));
}

function valueAt(pointer: string, object: unknown): unknown {
  return parsePointer(pointer).reduce<unknown>((value, segment) => {
    if (Array.isArray(value)) return value[Number(segment)] as unknown;
    return isJsonObject(value) ? memberOf(value, segment) : undefined;
  }, object);
}

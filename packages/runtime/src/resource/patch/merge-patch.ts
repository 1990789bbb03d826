import { isJsonObject, setMember } from "../../document/json-object.js";

/**
 * Applies a JSON Merge Patch (RFC 7396, 2): members of `patch` replace those of `target`, `null` removes, and anything but an object replaces
 * the whole. Neither argument is changed. A member called `__proto__` is data like any other.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result = isJsonObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else setMember(result, name, applyMergePatch(Object.hasOwn(result, name) ? result[name] : undefined, value));
  }
  return result;
}

/** A JSON object as it was parsed: nothing is known of its members yet. */
export type JsonObject = { [member: string]: unknown };

/** Whether a parsed JSON value is an object; a list is none. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own members only: `toString` and `__proto__` are data where a caller sent them, and absent where none did. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member; one called `__proto__` becomes data, as `JSON.parse` makes it, and not the prototype. */
export function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}

/** A copy that shares nothing with `value`. */
export function cloneJson<T>(value: T): T {
  return structuredClone(value);
}

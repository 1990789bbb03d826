/** A parsed JSON object with unknown members. */
export type JsonObject = { [member: string]: unknown };

/** Whether a parsed JSON value is an object, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member: `toString` and `__proto__` are data if a caller sent them, else absent. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member. `__proto__` becomes data, as in `JSON.parse`, not the prototype. */
export function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}

/** A copy of plain JSON that shares nothing with `value`. `structuredClone` takes five times as long. */
export function cloneJson<T>(value: T): T {
  return copied(value) as T;
}

function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  const object = value as JsonObject;
  const copy: JsonObject = {};
  // Entries take three times as long.
  for (const name of Object.keys(object)) setMember(copy, name, copied(object[name]));
  return copy;
}

/** Used by generated code to write defaults into any JSON value. A value of another type than declared is left alone. */

/** Sets the property `key` if `object` does not have it. Only own properties count: `toString` and `__proto__` are names like others. */
export function setDefault(object: object, key: string, value: unknown): void {
  if (Object.hasOwn(object, key)) return;
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** `value` if it is an object and not a list. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The items of `value` if it is a list; else none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The property values of `value` if it is an object, without those called `except`. */
export function valuesOf(value: unknown, except: readonly string[] = []): readonly unknown[] {
  const entries = Object.entries(asObject(value) ?? {});
  return entries.filter(([name]) => !except.includes(name)).map(([, member]) => member);
}

/** An object's own property. */
export function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

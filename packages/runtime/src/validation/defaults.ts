/** What generated code writes defaults with. It meets any JSON value: what is of another type than declared is left alone. */

/** Gives `object` the property `key` where it has none. An own-property check: `toString` and `__proto__` are names like others. */
export function setDefault(object: object, key: string, value: unknown): void {
  if (Object.hasOwn(object, key)) return;
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** `value` where it is an object, and no list. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The items of `value` where it is a list; else nothing. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The values of the properties of `value` where it is an object, but for those called `except`. */
export function valuesOf(value: unknown, except: readonly string[] = []): readonly unknown[] {
  const entries = Object.entries(asObject(value) ?? {});
  return entries.filter(([name]) => !except.includes(name)).map(([, member]) => member);
}

/** An object's own property. */
export function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

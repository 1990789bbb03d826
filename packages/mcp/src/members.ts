export type Members = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** The elements of a list; none of anything else. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value at a path such as `spec.age`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((within, name) => membersOf(within)[name], value);
}

/** A value as JSON has it, of which nothing is known. */
export type Json = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function recordOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The items of a list; none of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === "string");
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What is at a path of members; of lists all items are followed. */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [member, ...rest] = path;
  if (member === undefined) return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, path));
  return valuesAt(recordOf(value)[member], rest);
}

/** What is at a path of members and places of lists; undefined where nothing is. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)];
    else if (typeof at === "object" && at !== null && Object.hasOwn(at, step)) at = recordOf(at)[step];
    else return undefined;
  }
  return at;
}

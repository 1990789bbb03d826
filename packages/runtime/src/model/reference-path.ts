/** The segments of a path in an object: names of properties, and `null` for each item of a list or member of a record. */
export type ReferencePath = readonly (string | null)[];

/** A name that an object holds at a place. */
export interface FoundName {
  readonly name: string;
  /** Keys and positions on the way to it. */
  readonly at: readonly string[];
}

/** The names that `object` has at `path`; none if a part of the path is absent or of another type. */
export function* namesAt(object: unknown, path: ReferencePath, at: readonly string[] = []): Generator<FoundName> {
  const [segment, ...rest] = path;
  if (segment === undefined) {
    if (typeof object === "string") yield { name: object, at };
    return;
  }
  if (typeof object !== "object" || object === null) return;
  const entries =
    segment === null
      ? Object.entries(object)
      : Object.hasOwn(object, segment)
        ? [[segment, (object as Readonly<Record<string, unknown>>)[segment]] as const]
        : [];
  for (const [key, value] of entries) yield* namesAt(value, rest, [...at, key]);
}

/** The values of an object in the index of a reference. */
export function referredNames(object: unknown, path: ReferencePath): readonly string[] {
  return [...namesAt(object, path)].map(({ name }) => name);
}

/** Segments of a place in an object: names of properties, and `null` for whatever a list or a record holds. */
export type ReferencePath = readonly (string | null)[];

/** A name that an object holds at a place. */
export interface FoundName {
  readonly name: string;
  /** Keys and positions on the way to it. */
  readonly at: readonly string[];
}

/** The names that `object` holds at `path`; where anything on the way is absent, or not what the path says, there are none. */
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

/** What the index of a reference holds of an object. */
export function referredNames(object: unknown, path: ReferencePath): readonly string[] {
  return [...namesAt(object, path)].map(({ name }) => name);
}

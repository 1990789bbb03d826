import type { ReferencePath } from "./reference-path.js";

/** A copy of a value without what is at these paths. What is not on the way to one is shared. */
export function withoutSecrets(value: unknown, secrets: readonly ReferencePath[]): unknown {
  return secrets.reduce((left: unknown, path) => without(left, path), value);
}

function without(value: unknown, [segment, ...rest]: ReferencePath): unknown {
  if (segment === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return segment === null
      ? value.flatMap((item: unknown) => (rest.length === 0 ? [] : [without(item, rest)]))
      : value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, unknown][] => {
      if (segment !== null && key !== segment) return [[key, member]];
      return rest.length === 0 ? [] : [[key, without(member, rest)]];
    }),
  );
}

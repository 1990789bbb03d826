import type { ReferenceDescriptor } from "../../model/model-descriptor.js";
import type { ReferencePath } from "../../model/reference-path.js";

/** What is to be taken away. */
export interface Clearing {
  readonly clearedTo: ReferenceDescriptor["clearedTo"];
  /** The name that is no longer to be referred to. */
  readonly name: string;
}

/** A value without the references to an object: items are taken out of lists, properties out of objects, or set to `null`. */
export function clearReference(value: unknown, path: ReferencePath, clearing: Clearing): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (segment !== null) return value;
    return value.flatMap((item: unknown) => {
      if (rest.length > 0 || item !== clearing.name) return [clearReference(item, rest, clearing)];
      return clearing.clearedTo === "null" ? [null] : [];
    });
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, unknown][] => {
      if (segment !== null && key !== segment) return [[key, member]];
      if (rest.length > 0 || member !== clearing.name) return [[key, clearReference(member, rest, clearing)]];
      return clearing.clearedTo === "null" ? [[key, null]] : [];
    }),
  );
}

import { asRecord } from "../objects/served-object.js";

/** An object as somebody wrote it, and where. Only its envelope is checked. */
export interface ObjectDocument {
  readonly object: WrittenObject;
  /** `file:line:column` of a value of the object, by its JSON Pointer. */
  readonly placeOf: (pointer: string) => string;
}

/** As much of an object as says which one it is. */
export interface WrittenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly generateName?: string };
  readonly [part: string]: unknown;
}

/** A value as an object that somebody wrote, or the place and a sentence of what is wrong with it. */
export function checkDocument(value: unknown, placeOf: ObjectDocument["placeOf"]): ObjectDocument | string {
  if (isWritten(value)) return { object: value, placeOf };
  const [where, what] = mistakeIn(value);
  return `${placeOf(where)}: ${what}`;
}

function isWritten(value: unknown): value is WrittenObject {
  const { apiVersion, kind, metadata } = asRecord(value);
  const { name, generateName } = asRecord(metadata);
  const isNamed = typeof name === "string" || (name === undefined && typeof generateName === "string");
  return typeof apiVersion === "string" && typeof kind === "string" && isNamed;
}

function mistakeIn(value: unknown): readonly [pointer: string, message: string] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return ["", "This is not an object: expected apiVersion, kind, metadata and spec."];
  }
  const { apiVersion, kind, metadata } = asRecord(value);
  if (typeof apiVersion !== "string") return ["/apiVersion", "apiVersion must be text, <group>/<version>."];
  if (typeof kind !== "string") return ["/kind", "kind must be text, such as Person."];
  if (typeof metadata !== "object") return ["/metadata", "metadata must be a map with a name."];
  return ["/metadata/name", "metadata.name must be text; to create only, generateName may be given instead."];
}

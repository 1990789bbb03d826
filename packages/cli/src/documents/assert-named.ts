import type { ObjectDocument, WrittenObject } from "./object-document.js";
import { FilesError } from "../usage-error.js";

/** An object that says which one it is. */
export type NamedDocument = WrittenObject & { readonly metadata: { readonly name: string } };

/** @throws {FilesError} with the place of an object that has no name: only `create` takes one */
export function assertNamed(
  object: WrittenObject,
  placeOf: ObjectDocument["placeOf"],
): asserts object is NamedDocument {
  if (object.metadata.name !== undefined) return;
  throw new FilesError(`${placeOf("/metadata")}: metadata.name is missing; only \`cmgen create\` takes generateName.`);
}

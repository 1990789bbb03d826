import { invalid } from "./invalid.js";
import { isTerminating, type StoredObject } from "./stored-object.js";

/** Keeps an object that is being deleted until no other object refers to it. */
export const REFERENCES_FINALIZER = "cmgen.dev/references";

/** The finalizers of an object. */
export function finalizersOf(object: StoredObject): readonly string[] {
  return object.metadata.finalizers ?? [];
}

/**
 * An object that is being deleted accepts no new finalizers: its deletion would then wait for a party that was unknown when it was deleted.
 *
 * @throws {ApiError} `Invalid` naming each finalizer added.
 */
export function assertFinalizersKept(stored: StoredObject, object: StoredObject): void {
  if (!isTerminating(stored)) return;
  const before = finalizersOf(stored);
  const added = finalizersOf(object).flatMap((finalizer, at) => (before.includes(finalizer) ? [] : [at]));
  if (added.length === 0) return;
  const message = "cannot be added: the object is being deleted";
  throw invalid(added.map((at) => ({ path: `/metadata/finalizers/${at}`, keyword: "immutable", message })));
}

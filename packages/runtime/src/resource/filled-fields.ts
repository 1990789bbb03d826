import { missingFields } from "../model/filled-fields.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { type BrokenRule, invalid } from "./invalid.js";
import type { StoredObject } from "./stored-object.js";

/** The fields that an object lacks though hooks should have filled them in. */
export function unfilledFields({ filled }: ModelDescriptor, object: StoredObject): readonly BrokenRule[] {
  if (filled === undefined) return [];
  return missingFields(filled, object).map((path) => ({ path, keyword: "required", message: "is required" }));
}

/**
 * Asserts that an object that is about to be stored has everything that hooks fill in. What `old`, which it replaces, lacks at the same place does
 * not count: it was stored under older rules.
 *
 * @throws {ApiError} `Invalid` naming each field.
 */
export function assertFilled(
  model: ModelDescriptor,
  { object, old }: { readonly object: StoredObject; readonly old?: StoredObject | undefined },
): void {
  const found = unfilledFields(model, object);
  if (found.length === 0) return;
  const known = new Set(old === undefined ? [] : unfilledFields(model, old).map(({ path }) => path));
  const broken = found.filter(({ path }) => !known.has(path));
  if (broken.length > 0) throw invalid(broken);
}

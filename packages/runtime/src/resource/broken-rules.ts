import { cloneJson } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { unfilledFields } from "./filled-fields.js";
import type { BrokenRule } from "./invalid.js";
import { CheckFailure, refusalsOf } from "./model-check.js";
import type { StoredObject } from "./stored-object.js";

/**
 * The violations of a stored object against its model's schema or, if there are none, what the model's `check` refuses. Defaults are filled in
 * first. A check that fails counts as a violation. If the result is empty, the next update can only be refused for what it changes.
 */
export function brokenRules(model: ModelDescriptor, object: StoredObject): readonly BrokenRule[] {
  const copy = cloneJson(object);
  const invalid = model.validate(copy).concat(unfilledFields(model, copy));
  if (invalid.length > 0) return invalid;
  try {
    return refusalsOf(model, { object: copy, old: copy });
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return [{ path: "", keyword: "check", message: `The check fails: ${String(error.cause)}` }];
  }
}

import { apiVersionOf } from "@cmgen/model";
import { cloneJson } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { newlyBroken } from "./ratchet.js";
import { Refusals } from "./refusals.js";
import type { StoredObject } from "./stored-object.js";

/** The object that is to be stored, and the stored one. */
interface Checked {
  readonly object: StoredObject;
  readonly old?: StoredObject;
}

/** Thrown where the `check` of a model failed, which is a mistake of the plugin and not of the object. */
export class CheckFailure extends Error {
  constructor({ kind, ...of }: ModelDescriptor, name: string, cause: unknown) {
    super(`The check of ${apiVersionOf(of)} ${kind} failed on ${name}`, { cause });
  }
}

/**
 * Runs the `check` of an object's model (spec 2.4). What the stored object is refused for as well, at a place that the update leaves alone, does
 * not count. A check that fails is a mistake of the plugin: nothing is written, and the log says on which object.
 *
 * @throws {ApiError} `Invalid` with everything that is refused, `InternalError` if the check fails.
 */
export function assertChecked(model: ModelDescriptor, { object, old }: Checked): void {
  try {
    const found = refusalsOf(model, { object, ...(old && { old }) });
    // A check that compares with the old object is asked about the stored one as both, which it normally accepts.
    const check = (stored: StoredObject): readonly BrokenRule[] => asStored(model, stored);
    const broken = old === undefined || found.length === 0 ? found : newlyBroken(found, { old, next: object, check });
    if (broken.length > 0) throw invalid(broken);
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    if (old === undefined || !isOldFailure(model, object, old)) throw ApiError.from(error);
  }
}

/**
 * What the `check` of a model refuses of an object.
 *
 * @throws {CheckFailure} where it throws, or returns anything.
 */
export function refusalsOf(model: ModelDescriptor, { object, old }: Checked): readonly BrokenRule[] {
  if (model.check === undefined) return [];
  const { found, refuse } = new Refusals();
  try {
    const operation = old === undefined ? "create" : "update";
    const returned: unknown = model.check({ object, old, operation, refuse });
    if (returned === undefined) return found;
    const what = returned instanceof Promise ? "a promise: what needs one is a hook" : String(returned);
    throw new TypeError(`It returned ${what}. It refuses by refuse(path, message), and returns nothing`);
  } catch (cause) {
    throw new CheckFailure(model, object.metadata.name, cause);
  }
}

/** What a stored object is refused for. Defaults that are newer come with any update. */
function asStored(model: ModelDescriptor, stored: StoredObject): readonly BrokenRule[] {
  model.validate(stored);
  return refusalsOf(model, { object: stored, old: stored });
}

/** Whether the check fails on the stored object too, and the new one does not match the schema, for which the check was written. */
function isOldFailure(model: ModelDescriptor, object: StoredObject, old: StoredObject): boolean {
  try {
    asStored(model, cloneJson(old));
    return false;
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return model.validate(cloneJson(object)).length > 0;
  }
}

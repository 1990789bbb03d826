import type { StoredMeta } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** `metadata` of a change that is stored: with its version and, where the model asks for it, the name of the caller. */
export function changedMeta({ model, origin }: WriteContext, metadata: StoredMeta, version: number): StoredMeta {
  const { name, uid, creationTimestamp, version: _, lastChangedBy, ...rest } = metadata;
  if (model.lastChangedBy === true && origin !== undefined)
    return { name, uid, creationTimestamp, version, lastChangedBy: origin.actor, ...rest };
  // A model that no longer asks for it loses it with the next change.
  const isKept = model.lastChangedBy === true && lastChangedBy !== undefined;
  return { name, uid, creationTimestamp, version, ...(isKept && { lastChangedBy }), ...rest };
}

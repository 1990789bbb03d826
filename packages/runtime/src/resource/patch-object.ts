import { startWrite } from "./hooks/apply-hooks.js";
import { readEnvelope, type Envelope } from "./envelope.js";
import { rewrite } from "./rewrite.js";
import type { ShownBytes } from "./shown-bytes.js";
import { isTerminating, type StoredObject } from "./stored-object.js";
import { successor } from "./update-object.js";
import type { MakeDraft } from "./sent-draft.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/** Applies a patch: makes a new document that shares nothing with the old one. */
export type ApplyPatch = (document: unknown) => unknown;

/**
 * Applies a patch to the object called `name`; the result passes the rules of an update (HTTP API, Objects).
 *
 * @throws {ApiError} what an update and the patch throw.
 */
export async function patchObject(
  unstarted: WriteContext,
  target: { readonly name: string; readonly apply: MakeDraft },
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  return rewrite(context, { name: target.name, condition }, async (held) => {
    const { body, secrets } = await target.apply(held.seen);
    return successor(context, held, { draft: patched(context, held.seen, body), secrets });
  });
}

function patched({ view }: WriteContext, shown: StoredObject, body: unknown): Envelope {
  const draft = readEnvelope(view.model, body, shown.metadata.name);
  // The patched document had the timestamp, so if it is missing now, the patch removed it.
  if (isTerminating(shown) && !Object.hasOwn(draft.metadata, "deletionTimestamp"))
    draft.metadata["deletionTimestamp"] = null;
  // The same for a status that a patch may not remove.
  const hasStatus = view.model.statusSubresource && Object.hasOwn(shown, "status");
  if (hasStatus && !Object.hasOwn(draft, "status")) draft["status"] = null;
  return draft;
}

import { deleteTogether } from "./delete-together.js";
import { assertDeletable, isOutOfTime, startWrite } from "./hooks/apply-hooks.js";
import { refusalError } from "./refusal.js";
import { readForDeletion, removeNow } from "./removal.js";
import { rewrite } from "./rewrite.js";
import type { ShownBytes } from "./shown-bytes.js";
import { finalizersOf, isTerminating, REFERENCES_FINALIZER, type StoredObject } from "./stored-object.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/**
 * Deletes the object called `name` (HTTP API, Objects): at once if it has no finalizers, else by marking it as deleted. A few objects that cascade
 * from it, or whose references to it are cleared, are written with it; where they are many, it is marked and waits for them. Returns its last
 * state; if that has a `deletionTimestamp` and finalizers, the object waits.
 *
 * @throws {ApiError} `NotFound`, `Conflict`, `PreconditionFailed`, `Referenced`.
 */
export async function deleteObject(
  unstarted: WriteContext,
  name: string,
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  const deletion = { name, condition };
  let mustWait = false;
  for (;;) {
    const held = await readForDeletion(context, deletion);
    if (mustWait || finalizersOf(held.object).length > 0)
      return rewrite(context, deletion, async ({ stored }) => ({
        object: await markDeleted(context, stored),
        isChange: false,
      }));
    const { answer, outcome } = await removeNow(context, held);
    if (outcome.refused === undefined) return answer;
    if (outcome.refused === "referred" && !mustWait) {
      const done = await deleteTogether(context, deletion);
      if (done !== undefined) return done;
      mustWait = true;
      continue;
    }
    // It was changed between the read and the removal, so its current state is read again.
    if (outcome.refused !== "version-differs" || isOutOfTime(context))
      throw refusalError(context, { object: held.object }, outcome);
  }
}

/** A repeated deletion keeps the first timestamp. */
async function markDeleted(context: WriteContext, object: StoredObject): Promise<StoredObject> {
  if (isTerminating(object)) return object;
  await assertDeletable(context, object);
  const { name, uid, creationTimestamp, version, finalizers = [], ...rest } = object.metadata;
  const deletionTimestamp = new Date(context.clock()).toISOString();
  const metadata = { name, uid, creationTimestamp, version, deletionTimestamp };
  const waitsFor = waitsForReferrers(context, finalizers);
  return { ...object, metadata: { ...metadata, ...(waitsFor.length > 0 && { finalizers: waitsFor }), ...rest } };
}

/** An object that others refer to stays until they are removed or no longer refer to it. */
function waitsForReferrers({ references }: WriteContext, finalizers: readonly string[]): string[] {
  const isFree = references.incoming.length === 0 || finalizers.includes(REFERENCES_FINALIZER);
  return isFree ? [...finalizers] : [...finalizers, REFERENCES_FINALIZER];
}

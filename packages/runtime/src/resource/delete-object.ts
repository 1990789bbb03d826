import { assertDeletable, isOutOfTime, startWrite } from "./hooks/apply-hooks.js";
import { JUDGED_ALIKE } from "./object-record.js";
import { maskOf, type ShownBytes, shownBytes } from "./shown-bytes.js";
import { removalGuard } from "./references/reference-guards.js";
import {
  finalizersOf,
  isTerminating,
  parseStored,
  readObject,
  REFERENCES_FINALIZER,
  type StoredObject,
} from "./stored-object.js";
import { notFound, refusalError } from "./refusal.js";
import { assertChangeable } from "./permission.js";
import { assertCondition, rewrite } from "./rewrite.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/**
 * Deletes the object called `name` (HTTP API, Objects): at once if it has no finalizers, else by marking it as deleted. Returns its last state;
 * if that has a `deletionTimestamp` and finalizers, the object waits for them.
 *
 * @throws {ApiError} `NotFound`, `Conflict`, `PreconditionFailed`, `Referenced`.
 */
export async function deleteObject(
  unstarted: WriteContext,
  name: string,
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  const { model, view, store } = context;
  let mustWait = false;
  for (;;) {
    const stored = await readObject(context, name);
    if (stored === undefined) throw notFound(view.model, name);
    const object = view.stored(parseStored(stored));
    await assertChangeable(context, object);
    assertCondition(context, { ...stored, name, mask: maskOf(context, object) }, condition);
    if (mustWait || finalizersOf(object).length > 0)
      return rewrite(context, { name, condition }, (held) => markDeleted(context, held.stored));
    await assertDeletable(context, object);
    const answer = { ...stored, ...shownBytes(context, stored.data, object) };
    const outcome = await store.remove(model, {
      name,
      expectedVersion: stored.version,
      last: stored.data,
      previous: JUDGED_ALIKE,
      origin: context.origin,
      uid: stored.uid,
      ...removalGuard(context, name),
    });
    if (outcome.refused === undefined) return answer;
    mustWait ||= outcome.refused === "referred";
    // It was changed between the read and the removal, or other objects refer to it, so its current state is read again.
    const isSettled = outcome.refused !== "version-differs" && outcome.refused !== "referred";
    if (isSettled || isOutOfTime(context)) throw refusalError(context, { object }, outcome);
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

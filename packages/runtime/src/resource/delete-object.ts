import type { StoredBytes } from "@cmgen/store";
import { assertDeletable, isOutOfTime, startWrite } from "./hooks/apply-hooks.js";
import { finalizersOf } from "./finalizers.js";
import { JUDGED_ALIKE } from "./previous-state.js";
import { readObject } from "./read-object.js";
import { notFound, refusalError } from "./refusal.js";
import { assertCondition, rewrite } from "./rewrite.js";
import { isTerminating, parseStored, type StoredObject } from "./stored-object.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/**
 * Deletes the object called `name` (contract, Objects): at once if it has no finalizers, else by marking it as deleted. Returns its last state;
 * if that has a `deletionTimestamp` and finalizers, the object waits for them.
 *
 * @throws {ApiError} `NotFound`, `Conflict`, `PreconditionFailed`.
 */
export async function deleteObject(
  unstarted: WriteContext,
  name: string,
  condition: WriteCondition = {},
): Promise<StoredBytes> {
  const context = startWrite(unstarted);
  const { model, view, store } = context;
  for (;;) {
    const stored = await readObject(context, name);
    if (stored === undefined) throw notFound(view.model, name);
    assertCondition(context, { name, version: stored.version }, condition);
    const object = view.stored(parseStored(stored));
    if (finalizersOf(object).length > 0)
      return rewrite(context, { name, condition }, (held) => markDeleted(context, held.stored));
    await assertDeletable(context, object);
    const answer = { ...stored, data: view.shownBytes(stored.data) };
    const outcome = await store.remove(model, {
      name,
      expectedVersion: stored.version,
      last: stored.data,
      previous: JUDGED_ALIKE,
    });
    if (outcome.refused === undefined) return answer;
    // It was changed between the read and the removal, so its current state decides.
    if (outcome.refused !== "version-differs" || isOutOfTime(context)) throw refusalError(view.model, name, outcome);
  }
}

/** A repeated deletion keeps the first timestamp. */
async function markDeleted(context: WriteContext, object: StoredObject): Promise<StoredObject> {
  if (isTerminating(object)) return object;
  await assertDeletable(context, object);
  const { name, creationTimestamp, version, ...rest } = object.metadata;
  const deletionTimestamp = new Date(context.clock()).toISOString();
  return { ...object, metadata: { name, creationTimestamp, version, deletionTimestamp, ...rest } };
}

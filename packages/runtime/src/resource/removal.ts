import type { StoredBytes, WriteOutcome } from "@cmgen/store";
import { assertDeletable } from "./hooks/apply-hooks.js";
import { JUDGED_ALIKE } from "./object-record.js";
import { assertChangeable } from "./permission.js";
import { removalGuard } from "./references/reference-guards.js";
import { notFound } from "./refusal.js";
import { assertCondition } from "./rewrite.js";
import { maskOf, type ShownBytes, shownBytes } from "./shown-bytes.js";
import { parseStored, readObject, type StoredObject } from "./stored-object.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/** The object to delete, and what the caller requires of it. */
export interface Deletion {
  readonly name: string;
  readonly condition: WriteCondition;
}

/** An object that is read to be deleted, as it is stored. */
export interface HeldForDeletion {
  readonly stored: StoredBytes;
  readonly object: StoredObject;
}

/**
 * Reads an object to delete it.
 *
 * @throws {ApiError} `NotFound`, `Conflict`, `PreconditionFailed`.
 */
export async function readForDeletion(context: WriteContext, { name, condition }: Deletion): Promise<HeldForDeletion> {
  const { view } = context;
  const stored = await readObject(context, name);
  if (stored === undefined) throw notFound(view.model, name);
  const object = view.stored(parseStored(stored));
  await assertChangeable(context, object);
  assertCondition(context, { ...stored, name, mask: maskOf(context, object) }, condition);
  return { stored, object };
}

/** A removal that was tried. */
export interface Removed {
  readonly answer: ShownBytes;
  readonly outcome: WriteOutcome;
}

/** Removes an object, if nothing refers to it. */
export async function removeNow(context: WriteContext, { stored, object }: HeldForDeletion): Promise<Removed> {
  const { model, store, origin } = context;
  const { name } = object.metadata;
  await assertDeletable(context, object);
  const answer = { ...stored, ...shownBytes(context, stored.data, object) };
  const outcome = await store.remove(model, {
    name,
    expectedVersion: stored.version,
    last: stored.data,
    previous: JUDGED_ALIKE,
    origin,
    uid: stored.uid,
    ...removalGuard(context, name),
  });
  return { answer, outcome };
}

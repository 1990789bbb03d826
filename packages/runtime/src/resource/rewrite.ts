import { jsonEqual } from "@cmgen/model/internal";
import { setTimeout as delay } from "node:timers/promises";
import type { StoredBytes, WriteOutcome } from "@cmgen/store";
import { isOutOfTime } from "./hooks/apply-hooks.js";
import { HookRetry } from "./hooks/hook-retry.js";
import { previousState, recordOf } from "./object-record.js";
import { assertChangeable, seenObject } from "./permission.js";
import { maskOf, type ShownBytes, shownBytes, shownData } from "./shown-bytes.js";
import { deletionGuard } from "./references/reference-guards.js";
import { removeReleased } from "./references/remove-released.js";
import { finalizersOf, isTerminating, parseStored, readObject, type StoredObject } from "./stored-object.js";
import { changedMeta } from "./changed-meta.js";
import { conflict, notFound, otherObject, refusalError } from "./refusal.js";
import type { HeldObject } from "./version-write.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/** How long a write without a version is repeated if other writes come first, in milliseconds. By number, one of twenty writers ran out of luck. */
const REPEAT_MS = 10_000;

/** The longest pause before it is repeated, in milliseconds. */
const LONGEST_PAUSE_MS = 100;

/** The object to write, and the condition. */
export interface RewriteTarget {
  readonly name: string;
  readonly condition: WriteCondition;
}

/** What takes the place of a stored object. */
export interface Successor {
  readonly object: StoredObject;
  /** Whether it is stored as a new version though it may equal what is stored: a caller has sent a secret field. */
  readonly isChange: boolean;
}

/**
 * Reads an object, calls `next` to make its successor, and replaces the object with it. If another write has changed the object in the
 * meantime, it starts again, so that a write without a version is never lost and never overwrites another one.
 *
 * @throws {ApiError} `NotFound`, `Conflict`, `DuplicateIndexValue` and what `next` and the condition throw.
 */
export async function rewrite(
  context: WriteContext,
  { name, condition }: RewriteTarget,
  next: (held: HeldObject) => Successor | Promise<Successor>,
): Promise<ShownBytes> {
  const { view } = context;
  const begun = performance.now();
  const retry = new HookRetry(context);
  for (let attempt = 1; ; attempt++) {
    const stored = await readObject(context, name);
    if (stored === undefined) throw notFound(view.model, name);
    const before = view.stored(parseStored(stored));
    await assertChangeable(context, before);
    assertCondition(context, { ...stored, name, mask: maskOf(context, before) }, condition);
    const shown = view.shown(before);
    const made = await next({ stored: before, shown, seen: seenObject(context, before, shown) });
    const after = context.keeper?.changed(context, { before, after: made.object }) ?? made.object;
    const { answer, outcome } = await put(context, stored, { before, after, isChange: made.isChange });
    if (outcome?.refused === undefined) return answer;
    const isLast = performance.now() - begun >= REPEAT_MS || isOutOfTime(context);
    const isTaken = outcome.refused === "value-taken" && !isLast && retry.mayHelp(after);
    if (!isTaken && (outcome.refused !== "version-differs" || isLast))
      throw refusalError(context, { object: after, before }, outcome);
    await delay(Math.random() * Math.min(attempt, LONGEST_PAUSE_MS));
  }
}

/** @throws {ApiError} if the stored object or its version is not the expected one. */
export function assertCondition(
  { view }: WriteContext,
  stored: Pick<ShownBytes, "uid" | "version" | "mask"> & { readonly name: string },
  condition: WriteCondition,
): void {
  condition.precondition?.(stored);
  if (condition.uid !== undefined && condition.uid !== stored.uid) throw otherObject(view.model, stored.name);
  if (condition.version !== undefined && condition.version !== stored.version)
    throw conflict(view.model, stored.name, stored.version);
}

interface Put {
  readonly answer: ShownBytes;
  /** Absent if nothing had to be stored. */
  readonly outcome?: WriteOutcome;
}

/** Stores a successor. If nothing changed, nothing is stored; if it has no more finalizers to wait for, the object is removed. */
async function put(
  context: WriteContext,
  stored: StoredBytes,
  {
    before,
    after,
    isChange,
  }: { readonly before: StoredObject; readonly after: StoredObject; readonly isChange: boolean },
): Promise<Put> {
  const { model, store } = context;
  if (!isChange && jsonEqual(before, after))
    return { answer: { ...stored, ...shownBytes(context, stored.data, before) } };
  const version = stored.version + 1;
  const next = { ...after, metadata: changedMeta(context, after.metadata, version) };
  const record = recordOf(context, next, { object: before, data: stored.data });
  // A controller of another release, which leads at the moment, may find other keys in the two states than this one would.
  const previous =
    context.isWatched === true ? stored.data : previousState(model, { object: before, data: stored.data }, record);
  // Before anything is written: a conversion may fail.
  const answer = { uid: record.uid, version, ...shownData(context, { object: next, data: record.data }) };
  const gone = isTerminating(after) && finalizersOf(after).length === 0;
  if (gone) {
    const removal = {
      name: record.name,
      expectedVersion: stored.version,
      last: record.data,
      previous,
      origin: context.origin,
      uid: record.uid,
      version,
    };
    return { answer, outcome: await removeReleased(context, after, removal) };
  }
  const guard = isTerminating(after) && !isTerminating(before) ? deletionGuard(context, record.name) : {};
  return { answer, outcome: await store.replace(model, { ...record, ...guard, previous }, stored.version) };
}

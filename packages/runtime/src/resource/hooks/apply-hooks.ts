import { jsonEqual } from "@cmgen/model/internal";
import type { JsonObject } from "../../document/json-object.js";
import type { WriteOccasion } from "./hook-context.js";
import type { ModelHooks } from "./model-hooks.js";
import type { ExtensionObject } from "../../model/model-descriptor.js";
import type { Envelope } from "../envelope.js";
import { assertFilled } from "../filled-fields.js";
import { writtenPart } from "../forbidden-changes.js";
import { assertChecked } from "../model-check.js";
import { check, frozenCopy, hookedWrite, permit, rework, type Reworking } from "./hooked-write.js";
import { isTerminating, type StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";

/** An object that matches the schema and is about to be stored. */
export interface Change extends Omit<Reworking, "hook" | "part"> {
  /** The object that it replaces. */
  readonly old?: StoredObject;
  /** The secret fields that the caller has sent: with one of them it is a change. */
  readonly secrets?: readonly string[];
  /** Set for a write by `/{name}/status`. */
  readonly subresource?: "status";
}

/** Starts the time in which a write with hooks may be repeated. */
export function startWrite(context: WriteContext): WriteContext {
  const { hooks } = context;
  return hooks === undefined ? context : { ...context, hooks: { ...hooks, startedAt: performance.now() } };
}

/** Whether a write has been repeated for too long: hooks are slow, and other writes may come first each time. */
export function isOutOfTime({ hooks }: WriteContext): boolean {
  return hooks?.startedAt !== undefined && performance.now() - hooks.startedAt >= hooks.timeoutMs;
}

/**
 * Runs the model's check and the plugin's hooks on an object. Returns no promise if there are no hooks.
 *
 * @returns the object to store.
 * @throws {ApiError} `Invalid` with everything that the model's check or a hook refuses; the refusal of a hook; `InternalError` if one fails.
 */
export function applyHooks(context: WriteContext, change: Change): StoredObject | Promise<StoredObject> {
  const { model, hooks } = context;
  if (hooks !== undefined && !isLettingGo(change)) return throughHooks({ ...context, hooks }, change);
  assertChecked(model, change);
  assertFilled(model, change);
  return change.object;
}

async function throughHooks(
  context: WriteContext & { readonly hooks: ModelHooks },
  change: Change,
): Promise<StoredObject> {
  const { model } = context;
  const part = change.subresource ?? writtenPart(model);
  const write = hookedWrite(context, change.object, occasionOf(change));
  const filled = await rework(write, { ...change, part, hook: "prepare" });
  assertChecked(model, { ...change, object: filled });
  await check(write, filled);
  const hasSentSecrets = (change.secrets ?? []).length > 0;
  if (change.old !== undefined && !hasSentSecrets && jsonEqual(change.old, filled)) return filled;
  const recheck = (draft: Envelope): StoredObject => {
    const object = change.recheck(draft);
    assertChecked(model, { ...change, object });
    return object;
  };
  const object = await rework(write, { part, object: filled, recheck, hook: "beforeWrite" });
  assertFilled(model, { ...change, object });
  return object;
}

function occasionOf({ old, subresource }: Change): WriteOccasion<ExtensionObject> {
  if (old === undefined) return { operation: "create", subresource: undefined, old };
  return { operation: "update", subresource, old: frozenCopy(old) };
}

/**
 * Asks the hooks whether an object may be deleted, unless it is already being deleted.
 *
 * @throws {ApiError} as {@link applyHooks}.
 */
export async function assertDeletable(context: WriteContext, object: StoredObject): Promise<void> {
  const { hooks } = context;
  if (hooks === undefined || isTerminating(object)) return;
  const occasion = { operation: "delete", subresource: undefined, old: frozenCopy(object) } as const;
  const write = hookedWrite({ ...context, hooks }, object, occasion);
  await check(write, object);
  await permit(write, object);
}

/** Whether finalizers are removed from an object that is being deleted. Its deletion was allowed, and hooks must not block it forever. */
function isLettingGo({ object, old }: Change): boolean {
  if (old === undefined || !isTerminating(old)) return false;
  return jsonEqual(withoutFinalizers(old), withoutFinalizers(object));
}

function withoutFinalizers(object: StoredObject): JsonObject {
  const { finalizers: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

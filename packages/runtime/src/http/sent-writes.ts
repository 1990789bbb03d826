import type { FieldMask } from "../document/field-mask.js";
import { hiddenPointers } from "../document/hidden-places.js";
import { cloneJson } from "../document/json-object.js";
import { withKeptFields } from "../document/kept-fields.js";
import { createObject, type Created } from "../resource/create-object.js";
import { applyOperations, applyPatchDocument } from "../resource/patch/apply-patch-document.js";
import { patchOfShown } from "../resource/patch/patch-shown.js";
import { type ApplyPatch, patchObject } from "../resource/patch-object.js";
import type { ShownBytes } from "../resource/shown-bytes.js";
import type { MakeDraft } from "../resource/sent-draft.js";
import { changeObject, updateObject } from "../resource/update-object.js";
import { updateStatus } from "../resource/update-status.js";
import type { WriteCondition, WriteContext } from "../resource/write-context.js";

/** An object, and what a caller sends for it. */
export interface SentBody {
  readonly name: string;
  readonly body: unknown;
}

/** A patch of an object. */
export interface SentPatch {
  readonly name: string;
  /** A JSON Patch, or a JSON Merge Patch. */
  readonly patch: unknown;
  readonly isMerge: boolean;
}

// Fields that no caller is shown keep their values in whatever a caller sends.

/** @throws {ApiError} what {@link createObject} throws. */
export function createSent(context: WriteContext, body: unknown): Promise<Created> {
  const { mask } = context.view;
  const sent = mask === undefined ? body : withKeptFields({ sent: body, stored: undefined }, mask.tree);
  return createObject(context, sent);
}

/** @throws {ApiError} what {@link updateObject} throws. */
export function replaceSent(
  context: WriteContext,
  { name, body }: SentBody,
  condition: WriteCondition,
): Promise<ShownBytes> {
  const { mask } = context.view;
  if (mask === undefined) return updateObject(context, { name, body }, condition);
  return changeObject(context, { name, next: replacementOf(mask, body) }, condition);
}

/** @throws {ApiError} what {@link patchObject} throws. */
export function patchSent(context: WriteContext, sent: SentPatch, condition: WriteCondition): Promise<ShownBytes> {
  return patchObject(context, { name: sent.name, apply: patchOf(context, sent) }, condition);
}

/** @throws {ApiError} what {@link updateStatus} throws. */
export function replaceStatusSent(
  context: WriteContext,
  { name, body }: SentBody,
  condition: WriteCondition,
): Promise<ShownBytes> {
  const { mask } = context.view;
  const next: MakeDraft = mask === undefined ? () => ({ body, secrets: [] }) : replacementOf(mask, body);
  return updateStatus(context, { name, next }, condition);
}

/** @throws {ApiError} what {@link updateStatus} throws. */
export function patchStatusSent(
  context: WriteContext,
  sent: SentPatch,
  condition: WriteCondition,
): Promise<ShownBytes> {
  return updateStatus(context, { name: sent.name, next: patchOf(context, sent) }, condition);
}

/** What a caller sends in the place of an object: fields that it leaves out and is not shown keep their values. */
function replacementOf({ tree }: FieldMask, body: unknown): MakeDraft {
  const secrets = hiddenPointers(body, tree);
  return (stored) => ({ body: withKeptFields({ sent: cloneJson(body), stored }, tree), secrets });
}

function patchOf({ view }: WriteContext, { patch, isMerge }: SentPatch): MakeDraft {
  const apply = isMerge ? mergePatch(patch) : applyOperations(patch);
  const draftOf = patchOfShown(view.mask, { apply, isMerge });
  if (!isMerge || view.mask === undefined) return draftOf;
  // Also those that it removes: whether one was there is not said either.
  const named = hiddenPointers(patch, view.mask.tree);
  return async (stored) => {
    const { body, secrets } = await draftOf(stored);
    return { body, secrets: [...new Set([...secrets, ...named])] };
  };
}

/** A merge patch that is a list would replace the whole object with that list. */
function mergePatch(value: unknown): ApplyPatch {
  return Array.isArray(value) ? () => value : applyPatchDocument(value);
}

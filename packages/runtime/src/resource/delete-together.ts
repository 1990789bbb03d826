import { jsonEqual } from "@cmgen/model/internal";
import type { WriteRefusal } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { startWrite } from "./hooks/apply-hooks.js";
import { type ClearedObject, type DoomedObject, findCascade } from "./references/cascade.js";
import { clearReference } from "./references/clear-reference.js";
import { seesReferences } from "./references/reference-refusals.js";
import { refusalError } from "./refusal.js";
import { type Deletion, readForDeletion, removeNow } from "./removal.js";
import type { ShownBytes } from "./shown-bytes.js";
import { changeObject } from "./update-object.js";
import { ownDraft } from "./sent-draft.js";
import { updateStatus } from "./update-status.js";
import type { WriteContext } from "./write-context.js";

/** Ends a deletion of several objects together: the target has to wait for the others. */
class NotTogether extends Error {
  override readonly name = "NotTogether";
}

/**
 * Deletes an object with the few that cascade from it, in one write. Who may delete it may do that.
 *
 * @returns undefined if they are not few, if one of them waits for finalizers, or if other writes came first again and again.
 * @throws {ApiError} what refuses the deletion of one of them. Then nothing is deleted.
 */
export async function deleteTogether(context: WriteContext, deletion: Deletion): Promise<ShownBytes | undefined> {
  const { view, access, origin } = context;
  try {
    return await context.together?.(async (contextOf) => {
      const as = (model: ModelDescriptor): WriteContext =>
        startWrite({ ...contextOf(model), ...(origin !== undefined && { origin }) });
      const own: WriteContext = { ...as(view.model), view, access };
      const { object } = await readForDeletion(own, deletion);
      const cascade = await findCascade(as, { context: own, object });
      if (cascade === undefined) return undefined;
      for (const each of cascade.cleared)
        await clear(each).catch((error: unknown) => refuse(context, { model: each.referrer, name: each.name }, error));
      for (const each of cascade.doomed.toReversed())
        await removeWith(each, { access }).catch((error: unknown) =>
          refuse(context, { model: each.context.model, name: each.object.metadata.name }, error),
        );
      return await removeWith({ context: own, object }, { access, deletion });
    });
  } catch (error) {
    if (error instanceof NotTogether || (error instanceof ApiError && error.code === "Conflict")) return undefined;
    throw error;
  }
}

interface Removing {
  /** What the caller who deletes may see: the object itself may be removed for the plugin. */
  readonly access: WriteContext["access"];
  /** Absent for an object that cascades. */
  readonly deletion?: Deletion;
}

/** Removes an object of a cascade. That others refer to it is judged when all is written. */
async function removeWith({ context, object }: DoomedObject, { access, deletion }: Removing): Promise<ShownBytes> {
  const held = await readForDeletion(context, deletion ?? { name: object.metadata.name, condition: {} });
  const { answer, outcome } = await removeNow(context, held);
  if (outcome.refused === undefined) return answer;
  // An object that refers to it came meanwhile, or one that the deletion of the target is refused for.
  if (outcome.refused === "referred" && (deletion !== undefined || !isRestricted(context, outcome)))
    throw new NotTogether();
  const seen = access === undefined ? context : { ...context, access: access.to(context.view, { verb: "delete" }) };
  throw refusalError(seen, { object: held.object }, outcome);
}

type Referred = Extract<WriteRefusal, { refused: "referred" }>;

/** Whether one of those that refer keeps the object from being deleted. */
function isRestricted({ references }: WriteContext, { by }: Referred): boolean {
  const restricting = references.incoming.filter(({ reference }) => reference.onDelete === "restrict");
  return by.some(({ index: { table, names } }) =>
    restricting.some(({ stored }) => stored.table === table && jsonEqual(stored.names, names)),
  );
}

async function clear({ context, reference, referrer, name, target }: ClearedObject): Promise<void> {
  const { path, clearedTo } = reference;
  const next = ownDraft((seen) => clearReference(seen, path, { clearedTo, name: target }));
  const isStatus = path[0] === "status" && referrer.statusSubresource;
  await (isStatus ? updateStatus(context, { name, next }) : changeObject(context, { name, next }));
}

/**
 * Refuses a deletion because a write to another object is refused.
 *
 * @throws {ApiError} which says what object it is, if the caller sees all of its kind.
 */
function refuse(
  context: WriteContext,
  { model, name }: { readonly model: ModelDescriptor; readonly name: string },
  error: unknown,
): never {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === "Conflict") throw error;
  // Its refusal may name any of its fields.
  if (!seesReferences(context, model, undefined)) {
    const detail = "Nothing was deleted, because an object that refers to it cannot be deleted or changed.";
    throw new ApiError("Referenced", detail, { extras: { referrers: [] }, cause: error });
  }
  const { code, message, errors, extras, headers } = error;
  const detail = `Nothing was deleted, because of the ${model.singular} ${JSON.stringify(name)}, which refers to it. ${message}`;
  throw new ApiError(code, detail, { errors, extras, headers, cause: error });
}

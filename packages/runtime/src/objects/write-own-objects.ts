import type { Change, Changes, Input, ListResult, Named, New, Selection, Stored, WriteOptions } from "@cmgen/model";
import { applied, assertDefined, assertMeant, parseJsonText, selectionParameters } from "@cmgen/model/internal";
import { planDeletion } from "../list/plan-list.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { createObject } from "../resource/create-object.js";
import { assertCollectionDeletable, deleteCollection } from "../resource/delete-collection.js";
import { deleteObject } from "../resource/delete-object.js";
import { deletedBody } from "../resource/object-list.js";
import { applyOperations, applyPatchDocument } from "../resource/patch/apply-patch-document.js";
import { type ApplyPatch, patchObject } from "../resource/patch-object.js";
import { stateDiffers } from "../resource/refusal.js";
import type { OwnCall, Resource } from "../resource/resource.js";
import { ownDraft } from "../resource/sent-draft.js";
import { changeObject, updateObject } from "../resource/update-object.js";
import { updateStatus } from "../resource/update-status.js";
import type { WriteCondition, WriteContext } from "../resource/write-context.js";
import type { OwnContexts } from "./own-context.js";
import { parsed, parseStoredAs } from "./own-list.js";

type Options = WriteOptions & OwnCall;
type Writing = "create" | "replace" | "update" | "patch" | "apply" | "delete" | "deleteMany" | "status";

/** The methods that change objects. */
export function writeOwnObjects<T extends ExtensionObject, Indexes>(
  as: OwnContexts,
): Pick<Resource<T, Indexes>, Writing> {
  const create = async (object: New<Input<T>>, options?: OwnCall): Promise<Stored<T>> => {
    options?.signal?.throwIfAborted();
    const context = as({ verb: "create" });
    return parseStoredAs<T>((await createObject(context, toJson(named(context, object)))).data);
  };
  const patched = async (name: string, apply: ApplyPatch, options?: Options): Promise<Stored<T>> => {
    const context = as({ verb: "update" });
    const target = { name, apply: ownDraft(apply) };
    return parseStoredAs<T>((await patchObject(context, target, conditionOf(context, name, options))).data);
  };
  const merge = (name: string, changes: unknown, options?: Options): Promise<Stored<T>> =>
    patched(name, applyPatchDocument(toJson(changes)), options);
  return {
    create,
    async replace(object: Named<Input<T>>, options) {
      const context = as({ verb: "update" });
      const { name } = object.metadata;
      const target = { name, body: toJson(object) };
      return parseStoredAs<T>((await updateObject(context, target, conditionOf(context, name, options))).data);
    },
    async update(name: string, change: Changes<Input<T>> | Change<Stored<T>, Input<T>>, options?: Options) {
      if (typeof change !== "function") {
        assertDefined(change);
        return merge(name, change, options);
      }
      const context = as({ verb: "update" });
      const next = ownDraft(changing<T>(name, change));
      return parseStoredAs<T>((await changeObject(context, { name, next }, conditionOf(context, name, options))).data);
    },
    patch: async (name, operations, options) => patched(name, applyOperations(toJson(operations)), options),
    apply: (object: Named<Input<T>>, options) =>
      applied(
        () => merge(object.metadata.name, object, options),
        () => create(object, options),
      ),
    async delete(name, options) {
      const context = as({ verb: "delete" });
      return parseStoredAs<T>((await deleteObject(context, name, conditionOf(context, name, options))).data);
    },
    deleteMany: (options) => deleteSelected<T, Indexes>(as({ verb: "delete" }), options),
    status: writeOwnStatus<T>(as),
  };
}

function writeOwnStatus<T extends ExtensionObject>(as: OwnContexts): Resource<T>["status"] {
  return {
    async update(name, status, options) {
      const context = as({ verb: "update", subresource: "status" });
      const next = typeof status === "function" ? statusBy(name, status as StatusBy<T>) : statusMerged(status);
      const written = await updateStatus(context, { name, next: ownDraft(next) }, conditionOf(context, name, options));
      return parseStoredAs<T>(written.data);
    },
  };
}

/** What a write's options ask of the stored object. */
export function conditionOf({ view }: WriteContext, name: string, { ifMatch, signal }: Options = {}): WriteCondition {
  signal?.throwIfAborted();
  if (ifMatch === undefined) return {};
  return {
    precondition: ({ uid, version }) => {
      if (uid !== ifMatch.uid || version !== ifMatch.version) throw stateDiffers(view.model, name, version);
    },
  };
}

/** An object that has a name, or gets one. */
function named(
  { view }: WriteContext,
  object: { readonly metadata?: { readonly name?: string; readonly generateName?: string } },
): object {
  const { name, generateName = `${view.model.singular}-` } = object.metadata ?? {};
  return { ...object, metadata: { ...object.metadata, ...(name === undefined && { generateName }) } };
}

type Next = (shown: unknown) => Promise<unknown>;

/** A change as a function of the object that is shown. It gets a copy, since it may write into it. */
function changing<T extends ExtensionObject>(name: string, change: Change<Stored<T>, Input<T>>): Next {
  return async (shown) => {
    const copy = toJson(shown) as Stored<T>;
    const changed = (await change(copy)) ?? copy;
    if (changed.metadata.name === name) return toJson(changed);
    throw new RangeError(`The change of ${name} returned an object that is named ${changed.metadata.name}`);
  };
}

/** A merge patch of a status that is not known here may be any function, too: the callers' types say which it is. */
type StatusBy<T extends ExtensionObject> = (object: Stored<T>) => unknown;

function statusBy<T extends ExtensionObject>(name: string, status: StatusBy<T>): Next {
  return async (shown) => toJson({ metadata: { name }, status: await status(toJson(shown) as Stored<T>) });
}

function statusMerged(status: unknown): ApplyPatch {
  assertDefined(status);
  return applyPatchDocument({ status: toJson(status) });
}

async function deleteSelected<T extends ExtensionObject, Indexes>(
  context: WriteContext,
  options: Selection<Indexes> & OwnCall,
): Promise<ListResult<Stored<T>>> {
  assertMeant(options);
  const visibility = context.access?.visibility;
  const selection = planDeletion(context.view.model, selectionParameters(options), visibility);
  await assertCollectionDeletable(context, selection, options.signal ?? new AbortController().signal);
  // The body that the HTTP API answers: its items are of the model's type.
  return (await parsed(deletedBody(context, deleteCollection(context, selection)))) as ListResult<Stored<T>>;
}

/** A copy of a caller's value as JSON, into which defaults may be written. */
function toJson(value: unknown): unknown {
  return parseJsonText(JSON.stringify(value));
}

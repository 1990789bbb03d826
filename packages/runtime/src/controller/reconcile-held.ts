import type { Stored } from "@cmgen/model";
import type { ObjectState } from "@cmgen/model/internal";
import { isApiError } from "../error/api-error.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "../resource/resource.js";
import type { ControllerContext, Finalizer, Reconcile, ReconcileResult } from "./controller.js";

/** How many times an object is let go of if other writes come first, before that counts as a failure. */
const ATTEMPTS = 10;

/** The parts of a definition with a finalizer. */
interface Holding<T extends ExtensionObject> {
  readonly model: ModelDescriptor<T>;
  readonly finalizer: Finalizer<T>;
  readonly reconcile: Reconcile<T>;
}

/**
 * Reconciles an object that a finalizer holds. Nothing is reconciled before the finalizer is stored, and it is removed after the cleanup: wherever the
 * process ends, the next call finds in the object what is left to do.
 */
export async function reconcileHeld<T extends ExtensionObject>(
  object: Stored<T>,
  context: ControllerContext,
  { model, finalizer, reconcile }: Holding<T>,
): Promise<ReconcileResult | void> {
  const resource = context.resource(model);
  const { finalizers = [], uid, version, deletionTimestamp } = object.metadata;
  const isHeld = finalizers.includes(finalizer.name);
  if (deletionTimestamp === undefined) {
    if (isHeld) return reconcile({ ...context, object });
    const metadata = { uid, version, finalizers: [...finalizers, finalizer.name] };
    return reconcile({ ...context, object: await patchFinalizers(resource, context.name, metadata) });
  }
  if (!isHeld) return undefined;
  const result = await finalizer.cleanup({ ...context, object });
  if (result?.requeueAfter !== undefined) return result;
  await letGo(resource, object, finalizer.name);
  return undefined;
}

/**
 * Takes the finalizer off the object that was cleaned up, not off another one that has its name by now. Others may write the object meanwhile:
 * their changes stay, and the cleanup is not repeated for them.
 */
async function letGo<T extends ExtensionObject>(
  resource: Resource<T>,
  { metadata: { name, uid: cleaned } }: Stored<T>,
  finalizer: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { uid, version, finalizers = [] } = (await resource.find(name))?.metadata ?? {};
    if (uid !== cleaned || version === undefined || !finalizers.includes(finalizer)) return;
    const left = finalizers.filter((each) => each !== finalizer);
    try {
      await patchFinalizers(resource, name, { uid, version, finalizers: left });
      return;
    } catch (error) {
      if (isApiError(error) && error.code === "NotFound") return;
      if (!isApiError(error) || error.code !== "Conflict" || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Writes an object's finalizers, if it still has the version that they were made from. */
function patchFinalizers<T extends ExtensionObject>(
  resource: Resource<T>,
  name: string,
  { uid, version, finalizers }: ObjectState & { readonly finalizers: readonly string[] },
): Promise<Stored<T>> {
  return resource.patch(name, [
    { op: "add", path: "/metadata/uid", value: uid },
    { op: "add", path: "/metadata/version", value: version },
    { op: "add", path: "/metadata/finalizers", value: finalizers },
  ]);
}

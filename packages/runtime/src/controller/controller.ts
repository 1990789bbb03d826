import type { Stored } from "@cmgen/model";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import type { Log } from "../log/log.js";

/** What a reconcile function is given beside the object. */
export interface ControllerContext extends ResourceAccess {
  readonly log: Log;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** When to look at the object again although nothing changed. Nothing returned: at its next change. */
export interface ReconcileResult {
  /** From 0, and finite; anything else counts as a failure. */
  readonly requeueAfterMs?: number;
}

export type Reconcile<T extends ExtensionObject> = (
  object: Stored<T>,
  context: ControllerContext,
) => Promise<ReconcileResult | void>;

/** What a plugin's author writes: which objects, and what to do about one. */
export interface ControllerDefinition<T extends ExtensionObject> {
  /** Unique in a plugin; names the controller in the log and in the metrics. */
  readonly name: string;
  readonly model: ModelDescriptor<T>;
  /**
   * Brings the world to what the object says. It is called with the object as it is now, once for each at start and again after
   * changes: not once for each change, and not for objects that are gone. It must be idempotent. A throw is logged and tried again
   * later, each time after a longer while.
   */
  readonly reconcile: Reconcile<T>;
  /** How many objects are worked on at a time; one object never twice at a time. Default 4. */
  readonly concurrency?: number;
}

/** A controller, whatever its model: what a plugin lists. Made by {@link defineController}. */
export interface Controller {
  readonly name: string;
  readonly model: ModelDescriptor;
  readonly concurrency: number;
  /** Reconciles the object of that name, if there still is one. */
  reconcile(name: string, context: ControllerContext): Promise<ReconcileResult | void>;
}

/** Defines a controller: the plugin's logic after data changes (spec 1). */
export function defineController<T extends ExtensionObject>(definition: ControllerDefinition<T>): Controller {
  const { name, model, reconcile, concurrency = 4 } = definition;
  return Object.freeze({
    name,
    model,
    concurrency,
    async reconcile(objectName: string, context: ControllerContext) {
      const object = await context.resource(model).find(objectName);
      return object && (await reconcile(object, context));
    },
  });
}

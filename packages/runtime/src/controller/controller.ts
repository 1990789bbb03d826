import type { Stored } from "@cmgen/model";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import type { Log } from "../log/log.js";

/** What a reconcile function gets besides the object. */
export interface ControllerContext extends ResourceAccess {
  readonly log: Log;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** When to look at the object again although nothing changed. By default at its next change. */
export interface ReconcileResult {
  /** From 0, and finite; anything else counts as a failure. */
  readonly requeueAfterMs?: number;
}

export type Reconcile<T extends ExtensionObject> = (
  object: Stored<T>,
  context: ControllerContext,
) => Promise<ReconcileResult | void>;

/** What a plugin's author writes: which objects, and what to do with one. */
export interface ControllerDefinition<T extends ExtensionObject> {
  /** Unique in a plugin; names the controller in the log and in the metrics. */
  readonly name: string;
  readonly model: ModelDescriptor<T>;
  /**
   * Makes reality match the object. It is called with the current object: once for each object at start, and again after changes. It is not called
   * for each single change, and not for objects that are gone. It must be idempotent. If it throws, that is logged and it is tried again, each
   * time after a longer pause.
   */
  readonly reconcile: Reconcile<T>;
  /** How many objects are reconciled at a time; one object never twice at a time. Default 4. */
  readonly concurrency?: number;
}

/** A controller, whatever its model: what a plugin lists. Made by {@link defineController}. */
export interface Controller {
  readonly name: string;
  readonly model: ModelDescriptor;
  readonly concurrency: number;
  /** Reconciles an object, if it still exists. */
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

import type { Duration, Stored } from "@cmgen/model";
import type { Change } from "@cmgen/store";
import type { Log } from "../log/log.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { KeyMapping } from "../resource/key-mapping.js";
import type { ResourceAccess } from "../resource/resource-access.js";

/** What a controller works with. */
export interface ControllerContext extends ResourceAccess {
  /** Name of the object, which may be gone. */
  readonly name: string;
  readonly log: Log;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** When to look at the object again although nothing changed. By default at its next change. */
export interface ReconcileResult {
  /** As in `"1h"`. Anything that is not a duration counts as a failure. */
  readonly requeueAfter?: Duration;
}

type Reconciled = Promise<ReconcileResult | void>;

/** What a reconcile function gets. */
export interface ReconcileContext<Object> extends ControllerContext {
  readonly object: Object;
}

export type Reconcile<T extends ExtensionObject> = (context: ReconcileContext<Stored<T>>) => Reconciled;

/** As {@link Reconcile}, and called with `undefined` for an object that is gone; `name` is its name. */
export type ReconcileOrGone<T extends ExtensionObject> = (
  context: ReconcileContext<Stored<T> | undefined>,
) => Reconciled;

/** Objects of another model, or of the same, whose changes concern objects of the controller's model. */
export interface Watch<T extends ExtensionObject> {
  readonly model: ModelDescriptor<T>;
  /**
   * The names of the objects to reconcile when `object` was created, changed or deleted. After a change it is called with the state before it, too, so
   * that both objects are reconciled when the name changes. It must be quick and depend on `object` alone: it also runs with each write of such an
   * object.
   */
  key(object: Stored<T>): string | readonly string[] | null | undefined;
}

/** What is undone before an object goes. */
export interface Finalizer<T extends ExtensionObject> {
  /** Name in `metadata.finalizers`, such as `people.example.com/mailbox`. */
  readonly name: string;
  /**
   * Called when the object is being deleted, instead of `reconcile`. The object is let go after it resolves, unless it asks to be called again. It
   * must be idempotent: it is called again if it throws, or if the process ends before the object was let go.
   */
  readonly cleanup: Reconcile<T>;
}

interface ControllerSettings<T extends ExtensionObject, Watched extends readonly ExtensionObject[]> {
  /** Unique in a plugin; names the controller in the log and in the metrics. */
  readonly name: string;
  readonly model: ModelDescriptor<T>;
  /** How many objects are reconciled at a time; one object never twice at a time. Default 4. */
  readonly concurrency?: number;
  /** What else wakes the controller. Default: changes of its own model alone. */
  readonly watches?: { readonly [At in keyof Watched]: Watch<Watched[At]> };
  /** With a finalizer, each object has it before it is reconciled, and keeps it until `cleanup` is done. */
  readonly finalizer?: Finalizer<T>;
}

/** What a plugin's author writes: which objects, and what to do with one. */
export type ControllerDefinition<
  T extends ExtensionObject,
  Watched extends readonly ExtensionObject[] = readonly ExtensionObject[],
> = ControllerSettings<T, Watched> &
  (
    | {
        readonly includeGone?: false;
        /**
         * Makes reality match the object. It is called with the current object: once for each object at start, and again after changes. It is not
         * called for each single change, and not for objects that are gone. It must be idempotent. If it throws, that is logged and it is tried again,
         * each time after a longer pause.
         */
        readonly reconcile: Reconcile<T>;
      }
    | {
        /** Also reconcile names without an object: of objects that were deleted, and names that a watch returned. */
        readonly includeGone: true;
        readonly reconcile: ReconcileOrGone<T>;
      }
  );

/** A controller, whatever its model: what a plugin lists. Made by `defineController`. */
export interface Controller {
  readonly name: string;
  readonly model: ModelDescriptor;
  readonly concurrency: number;
  /** Which objects it is about, where it is not all of them. */
  readonly concerns?: {
    /** For those that are there when it begins. */
    readonly fieldSelector: string;
    /** Whether a change may make an object one of them. */
    change(change: Change): boolean;
  };
  /** What else wakes it. Absent: nothing. */
  readonly watches?: readonly KeyMapping[];
  /** Whether it is called for objects that are gone. Default `false`. */
  readonly includeGone?: boolean;
  /** Reconciles an object, if it still exists or the controller includes those that are gone. */
  reconcile(name: string, context: ControllerContext): Reconciled;
}

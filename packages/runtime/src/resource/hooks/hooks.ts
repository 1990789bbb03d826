import type { DescribedCheckContext, ExtensionObject, ModelDescriptor } from "../../model/model-descriptor.js";
import type { CheckHookContext, HookContext, WriteHookContext } from "./hook-context.js";

/**
 * What a plugin's author writes: code that runs when objects of a model are written. Hooks run for every write: by HTTP, from manifests, and by
 * controllers and endpoints. They must be repeatable, since a write that collides with another one is repeated with its hooks. What must happen
 * once, or after the write, belongs in a controller.
 *
 * A hook refuses a write by throwing an `ApiError`, which becomes the answer. Anything else that it throws is an error of the plugin: the answer
 * is 500, and the log has the hook, the object and the stack. In both cases nothing is stored.
 */
export interface HooksDefinition<T extends ExtensionObject> {
  readonly model: ModelDescriptor<T>;
  /**
   * Fills in what the schema's defaults cannot, and normalises. `object` matches the schema and belongs to the hook, which changes it in place.
   * The result is checked against the schema, the naming rules and the immutable fields again. Not called for deletions.
   */
  readonly prepare?: (context: WriteHookContext<T>) => void | Promise<void>;
  /**
   * Refuses an object that matches the schema and the model's own check, by `refuse(path, message)` for each thing that is wrong: the caller gets
   * all at once. `object` is frozen. For a deletion it is the object to delete.
   */
  readonly check?: (context: CheckHookContext<T>) => void | Promise<void>;
  /**
   * Runs last before the store, and only if there is something to store: not for an update that changes nothing. `object` is changed in place as
   * by {@link HooksDefinition.prepare}, and checked against the schema and by the model's check again. For a deletion it is frozen.
   */
  readonly beforeWrite?: (context: HookContext<T>) => void | Promise<void>;
}

/** The hooks of a model, whatever it is: what a plugin lists. Made by {@link defineHooks}. */
export interface Hooks {
  readonly model: ModelDescriptor;
  prepare?(context: WriteHookContext<ExtensionObject>): unknown;
  check?(context: HookContext<ExtensionObject> & Pick<DescribedCheckContext<ExtensionObject>, "refuse">): unknown;
  beforeWrite?(context: HookContext<ExtensionObject>): unknown;
}

export type HookName = Exclude<keyof Hooks, "model">;

/** Defines the hooks of a model. A model has one set of them. */
export function defineHooks<T extends ExtensionObject>(definition: HooksDefinition<T>): Hooks {
  return Object.freeze({ ...definition });
}

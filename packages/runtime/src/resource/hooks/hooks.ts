import type { Stored } from "@cmgen/model";
import type { ExtensionObject, ModelDescriptor } from "../../model/model-descriptor.js";
import type { HookContext, WriteHookContext } from "./hook-context.js";

/** One thing that a hook finds wrong with an object. */
export interface HookViolation {
  /** JSON Pointer (RFC 6901) into the object; `""` is the whole of it. */
  readonly path: string;
  /** A sentence of its own, for who sent the object. */
  readonly message: string;
}

/**
 * What a plugin's author writes: what happens to objects of a model on their way into the store. Hooks run on every way there is: HTTP,
 * manifests, and what controllers and endpoints write. All of them must be repeatable, since a write that meets another one is tried
 * again with its hooks: what is to happen once, or after the write, belongs in a controller.
 *
 * A hook refuses a write by throwing an `ApiError`, which becomes the answer. Whatever else it throws is a fault of the plugin: 500, the
 * log has the hook, the object and the stack. Either way nothing is stored.
 */
export interface HooksDefinition<T extends ExtensionObject> {
  readonly model: ModelDescriptor<T>;
  /**
   * Fills in what the schema's defaults cannot. `draft` keeps the schema, and is the hook's own: it is changed in place. What it is then
   * is held against the schema, the naming rules and the immutable fields again. Not called for deletions.
   */
  readonly default?: (draft: Stored<T>, context: WriteHookContext<T>) => void | Promise<void>;
  /**
   * Says what is wrong with an object that keeps the schema and the model's rules; an empty list, if nothing. The caller is told of all
   * of it at once. `object` is frozen. For a deletion it is the object that is to go.
   */
  readonly validate?: (
    object: Stored<T>,
    context: HookContext<T>,
  ) => readonly HookViolation[] | Promise<readonly HookViolation[]>;
  /**
   * The last before the store, and only where there is something to store: an update that changes nothing does not get here. `draft` is
   * changed in place as by {@link HooksDefinition.default}, and held against schema and rules again. For a deletion it is frozen.
   */
  readonly beforeWrite?: (draft: Stored<T>, context: HookContext<T>) => void | Promise<void>;
}

/** The hooks of a model, whatever it is: what a plugin lists. Made by {@link defineHooks}. */
export interface Hooks {
  readonly model: ModelDescriptor;
  default?(draft: Stored<ExtensionObject>, context: WriteHookContext<ExtensionObject>): unknown;
  validate?(object: Stored<ExtensionObject>, context: HookContext<ExtensionObject>): unknown;
  beforeWrite?(draft: Stored<ExtensionObject>, context: HookContext<ExtensionObject>): unknown;
}

export type HookName = Exclude<keyof Hooks, "model">;

/** Defines the hooks of a model. A model has one set of them. */
export function defineHooks<T extends ExtensionObject>(definition: HooksDefinition<T>): Hooks {
  return Object.freeze({ ...definition });
}

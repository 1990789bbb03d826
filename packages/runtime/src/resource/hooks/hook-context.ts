import type { Stored } from "@cmgen/model";
import type { ExtensionObject, ModelDescriptor } from "../../model/model-descriptor.js";
import type { Resource } from "../resource.js";
import type { Log } from "../../log/log.js";

/** Objects of one type, to look at. A hook that wrote would leave something behind where its own write fails. */
export type ResourceReader<T extends ExtensionObject> = Pick<Resource<T>, "find" | "list" | "each">;

/** What every hook is given beside the object. */
export interface HookSurroundings {
  /** Reads objects of any model of the service, as they are stored now. */
  resource<T extends ExtensionObject>(model: ModelDescriptor<T>): ResourceReader<T>;
  readonly log: Log;
  /** Aborted when the hook has used up its time: whatever it comes to then is ignored. */
  readonly signal: AbortSignal;
}

/** An object is created. */
export interface CreateOccasion {
  readonly operation: "create";
  readonly subresource: undefined;
  readonly old: undefined;
}

/** An object takes the place of another; a patch makes one too. */
export interface UpdateOccasion<T extends ExtensionObject> {
  readonly operation: "update";
  /** `"status"` where `/{name}/status`, or a controller's `updateStatus`, writes: then a hook may change `status` alone. */
  readonly subresource: "status" | undefined;
  /** The object as it is stored; frozen. */
  readonly old: Stored<T>;
}

/** An object is deleted, be it at once or when its finalizers are gone. */
export interface DeleteOccasion<T extends ExtensionObject> {
  readonly operation: "delete";
  readonly subresource: undefined;
  /** The object as it is stored; frozen. */
  readonly old: Stored<T>;
}

/** What an object is stored for. */
export type WriteOccasion<T extends ExtensionObject> = CreateOccasion | UpdateOccasion<T>;

/** What hooks are called for. */
export type HookOccasion<T extends ExtensionObject> = WriteOccasion<T> | DeleteOccasion<T>;

/** Told apart by `operation`. */
export type WriteHookContext<T extends ExtensionObject> = HookSurroundings & WriteOccasion<T>;

/** Told apart by `operation`. */
export type HookContext<T extends ExtensionObject> = HookSurroundings & HookOccasion<T>;

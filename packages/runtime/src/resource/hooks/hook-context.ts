import type { Caller } from "../../access/caller.js";
import type { AnyIndexes, Refusing, Draft, Stored } from "@cmgen/model";
import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../../model/model-descriptor.js";
import type { Resource } from "../resource.js";
import type { Log } from "../../log/log.js";

/** Read access to objects of one type. If a hook could write, its writes would remain when its own write fails. */
export type ResourceReader<T extends ExtensionObject, Indexes = AnyIndexes, References = {}> = Pick<
  Resource<T, Indexes, References>,
  "find" | "exists" | "list" | "pages" | "each" | "count" | "aggregate"
>;

/** What every hook works with. */
export interface HookSurroundings {
  /** Who writes: the caller of the request, or the plugin's own code as `system:plugin:<plugin>`. */
  readonly user: Caller;
  /** Reads stored objects of any model of the service. */
  readonly resource: <T extends ExtensionObject, Indexes, References>(
    model: ModelDescriptor<T, Indexes, References>,
  ) => ResourceReader<T, KnownIndexes<Indexes>, References>;
  readonly log: Log;
  /** Aborted at the hook's deadline. A later result is ignored. */
  readonly signal: AbortSignal;
}

/** An object is created. */
export interface CreateOccasion {
  readonly operation: "create";
  readonly subresource: undefined;
  readonly old: undefined;
}

/** An object is replaced, also by a patch. */
export interface UpdateOccasion<T extends ExtensionObject> {
  readonly operation: "update";
  /** `"status"` for writes by `/{name}/status` or a controller's `status.update`: then a hook may change only `status`. */
  readonly subresource: "status" | undefined;
  /** The object as it is stored; frozen. */
  readonly old: Stored<T>;
}

/** An object is deleted, at once or when its finalizers are gone. */
export interface DeleteOccasion<T extends ExtensionObject> {
  readonly operation: "delete";
  readonly subresource: undefined;
  /** The object as it is stored; frozen. */
  readonly old: Stored<T>;
}

/** The writes that store an object. */
export type WriteOccasion<T extends ExtensionObject> = CreateOccasion | UpdateOccasion<T>;

/** What hooks are called for. */
export type HookOccasion<T extends ExtensionObject> = WriteOccasion<T> | DeleteOccasion<T>;

/** What a hook gets when an object is stored. Discriminated by `operation`. */
export type WriteHookContext<T extends ExtensionObject> = HookSurroundings & WriteOccasion<T> & HookedObject<T>;

/** What a hook gets when an object is stored or deleted. Discriminated by `operation`. */
export type HookContext<T extends ExtensionObject> = HookSurroundings & HookOccasion<T> & HookedObject<T>;

/** What a check gets, which refuses by calling `refuse`. */
export type CheckHookContext<T extends ExtensionObject> = HookContext<T> & Refusing<Stored<T>>;

interface HookedObject<T extends ExtensionObject> {
  /** The object to store, or to delete. */
  readonly object: Draft<T>;
}

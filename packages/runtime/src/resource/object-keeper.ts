import type { StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** A change that is about to be stored. */
export interface KeptChange {
  readonly before: StoredObject;
  readonly after: StoredObject;
}

/**
 * Has the last word on the objects of a model that the service itself uses, no matter who writes them or by which operation: after every check and all
 * hooks.
 */
export interface ObjectKeeper {
  /**
   * What is stored in the place of a new object.
   *
   * @throws {ApiError} where it may not be created.
   */
  created(context: WriteContext, object: StoredObject): StoredObject;
  /**
   * What is stored in the place of a changed object.
   *
   * @throws {ApiError} where it may not be changed so.
   */
  changed(context: WriteContext, change: KeptChange): StoredObject;
}

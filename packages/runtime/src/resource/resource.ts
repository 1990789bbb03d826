import type { AnyIndexes, Input, Objects, SelectableResource, Stored } from "@cmgen/model";
import type { ObjectHistory } from "./history/object-history.js";
import type { ExtensionObject } from "../model/model-descriptor.js";

/** What calls of a plugin's own code take besides. */
export interface OwnCall {
  /** Aborts what waits: a list, a watch. Nothing more is written then. */
  readonly signal?: AbortSignal;
}

/**
 * Objects of one type, for a plugin's own code: the same methods as generated clients have. Every rule of the HTTP API applies here too. What is
 * refused there throws an `ApiError` with the same code here. A list that the service would refuse throws an `Error`, since the code is wrong
 * and not the visitor: the answer is 500, and the log has the cause. A condition may have 10,000 values.
 */
export type Resource<T extends ExtensionObject, Indexes = AnyIndexes, References = {}> = Objects<
  Stored<T>,
  Input<T>,
  Indexes,
  References,
  OwnCall
> &
  SelectableResource<Indexes> &
  ObjectHistory<Stored<T>>;

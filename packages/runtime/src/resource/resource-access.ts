import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "./resource.js";

/** Typed access to the objects of every model of the service, by the model's generated descriptor. */
export interface ResourceAccess {
  /** A property, and not a method: it may be taken out of its context, `({ resource }) => …`. */
  readonly resource: <T extends ExtensionObject, Indexes, References>(
    model: ModelDescriptor<T, Indexes, References>,
  ) => Resource<T, KnownIndexes<Indexes>, References>;
}

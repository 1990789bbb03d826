import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "./resource.js";

/** Typed access to the objects of every model of the service, by the model's generated descriptor. */
export interface ResourceAccess {
  resource<T extends ExtensionObject, Indexes>(model: ModelDescriptor<T, Indexes>): Resource<T, KnownIndexes<Indexes>>;
}

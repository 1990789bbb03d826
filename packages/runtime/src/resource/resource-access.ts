import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "./resource.js";

/** Typed access to the objects of every model of the service, by the model's generated descriptor. */
export interface ResourceAccess {
  /** A property, and not a method: it may be taken out of its context, `({ resource }) => …`. */
  readonly resource: <T extends ExtensionObject, Indexes, References>(
    model: ModelDescriptor<T, Indexes, References>,
  ) => Resource<T, KnownIndexes<Indexes>, References>;
}

/** The same for a handler: it acts as the caller of its request, who may see and change what its roles allow, and no more. */
export interface CallerResourceAccess {
  readonly resource: ResourceAccess["resource"] & {
    /** Access that acts as the plugin, which may do everything: `resource.asPlugin()(personModel)`. */
    readonly asPlugin: () => ResourceAccess["resource"];
  };
}

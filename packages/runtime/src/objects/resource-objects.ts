import type { AccessOf } from "../access/object-access.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { Service } from "../host/service.js";
import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "../resource/resource.js";
import { ownContexts } from "./own-context.js";
import { readOwnObjects } from "./read-own-objects.js";
import { writeOwnObjects } from "./write-own-objects.js";

/** Typed access to one model's objects. Methods use no `this`, so they can be detached. */
export function createResource<T extends ExtensionObject, Indexes, References>(
  service: Service,
  model: ModelDescriptor<T, Indexes, References>,
  caller?: AccessOf,
): Resource<T, KnownIndexes<Indexes>, References> {
  const as = ownContexts(createWriteContext(service, model), caller);
  return {
    ...readOwnObjects<T, KnownIndexes<Indexes>, References>(as, service.changes),
    ...writeOwnObjects<T, KnownIndexes<Indexes>>(as),
  };
}

import type { AccessOf } from "../access/object-access.js";
import type { Service } from "../host/service.js";
import type { CallerResourceAccess, ResourceAccess } from "../resource/resource-access.js";
import { createResource } from "./resource-objects.js";

/** Access to objects as one caller: as the plugin in a service without access, where everybody may do everything. */
export function callerResources(service: Service, caller: AccessOf | undefined): CallerResourceAccess["resource"] {
  const asCaller: ResourceAccess["resource"] = (model) => createResource(service, model, caller);
  const resource = caller === undefined ? service.resource.bind(service) : asCaller;
  return Object.assign(resource, { asPlugin: () => service.resource });
}

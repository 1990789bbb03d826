import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Service } from "../server/service.js";
import type { WriteContext } from "./write-context.js";

/** What writes of one model's objects need of a service. */
export function createWriteContext(service: Service, model: ModelDescriptor): WriteContext {
  const { store, log, limits, reservedLabelKeys } = service;
  return { model, store, log, policy: { reservedLabelKeys }, clock: Date.now, maxObjectBytes: limits.maxBodyBytes };
}

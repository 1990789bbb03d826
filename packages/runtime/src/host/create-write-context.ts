import type { ModelHooks } from "../resource/hooks/model-hooks.js";
import { createResourceReader } from "../resource/hooks/resource-reader.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Service } from "./service.js";
import type { WriteContext } from "../resource/write-context.js";

/** Makes what the writes of a model need from a service. */
export function createWriteContext(service: Service, model: ModelDescriptor): WriteContext {
  const { store, log, limits, reservedLabelKeys } = service;
  const hooks = modelHooks(service, model);
  return {
    model,
    store,
    log,
    policy: { reservedLabelKeys },
    clock: Date.now,
    maxObjectBytes: limits.maxBodyBytes,
    ...(hooks !== undefined && { hooks }),
  };
}

function modelHooks(service: Service, model: ModelDescriptor): ModelHooks | undefined {
  const hooks = service.hooksOf(model);
  if (hooks === undefined) return undefined;
  return {
    hooks,
    resource: (other) => createResourceReader(service.resource(other)),
    log: service.log,
    timeoutMs: service.limits.hookTimeoutMs,
  };
}

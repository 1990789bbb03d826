import type { ModelHooks } from "../resource/hooks/model-hooks.js";
import { createResourceReader } from "../resource/hooks/resource-reader.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Service } from "./service.js";
import { VersionView } from "../version/version-view.js";
import type { WriteContext } from "../resource/write-context.js";

/** Makes what the writes of a model need from a service, where callers send the model's version. */
export function createWriteContext(service: Service, model: ModelDescriptor): WriteContext {
  const { store, log, limits, reservedLabelKeys } = service;
  const view = new VersionView(model, service.pluginOf(model));
  const hooks = modelHooks(service, view.storage);
  return {
    model: view.storage,
    view,
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

import type { AccessOf } from "../access/object-access.js";
import type { Writer } from "../access/writer.js";
import type { Service } from "../host/service.js";
import type { CallerResourceAccess, ResourceAccess } from "../resource/resource-access.js";
import { resourcesOf } from "./resources-of.js";

/** For whom a handler works with objects. */
export interface HandlerCaller {
  /** Undefined in a service without access, where everybody may do everything. */
  readonly caller: AccessOf | undefined;
  /** Who writes, where the handler acts as its plugin. */
  readonly plugin: Writer;
}

/** Access to objects as the caller of a handler, or as its plugin. */
export function callerResources(service: Service, { caller, plugin }: HandlerCaller): CallerResourceAccess["resource"] {
  const asPlugin = resourcesOf(() => service, { writer: () => plugin });
  const actor = caller === undefined ? plugin : { ...plugin, actor: caller.caller.name };
  const asCaller = resourcesOf(() => service, { writer: () => actor, caller });
  const known = (): ResourceAccess["resource"] => {
    handlers.set(asPlugin, { service, plugin });
    return asPlugin;
  };
  return Object.assign(asCaller, { asPlugin: known });
}

/** A handler that acts as its plugin. */
export interface PluginHandler extends Pick<HandlerCaller, "plugin"> {
  readonly service: Service;
}

const handlers = new WeakMap<ResourceAccess["resource"], PluginHandler>();

/** The handler whose access this is, as its plugin; undefined for other access to objects. */
export function pluginHandlerOf(asPlugin: ResourceAccess["resource"]): PluginHandler | undefined {
  return handlers.get(asPlugin);
}

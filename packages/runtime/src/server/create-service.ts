import { BodyBudget } from "../host/body-budget.js";
import { createHookTable } from "../host/hook-table.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { createWriteContext } from "../host/create-write-context.js";
import { createResource } from "../resource/resource-facade.js";
import type { Store } from "@cmgen/store";
import { ChangeSource } from "../watch/change-source.js";
import { createJsonLog } from "../log/create-log.js";
import { guardedLog } from "../log/guarded-log.js";
import type { Log } from "../log/log.js";
import type { Authorizer } from "../host/authorizer.js";
import type { NotReady, Service, ServiceLimits } from "../host/service.js";
import { readLogLevel } from "./settings.js";

export interface ServiceOptions {
  readonly store: Store;
  /** Default: JSON lines on standard output, of the level `LOG_LEVEL`, else `info`. */
  readonly log?: Log;
  readonly limits?: Partial<ServiceLimits>;
  /** Without an authorizer, everyone who can reach the service may do everything. */
  readonly authorizer?: Authorizer;
  readonly reservedLabelKeys?: "accept" | "reject";
  /** The hooks of all plugins whose routers are mounted. Default: none. */
  readonly hooks?: readonly Hooks[] | undefined;
  /** Returns the name of a type's plugin, for the log. Default: not known. */
  readonly pluginOf?: (model: ModelDescriptor) => string | undefined;
  /** Returns why a type cannot be served now. Default: all can. */
  readonly notReady?: (model: ModelDescriptor) => NotReady | undefined;
}

const MIB = 1024 * 1024;

const defaultLimits: ServiceLimits = {
  maxBodyBytes: 3 * MIB,
  maxBodiesBytes: 256 * MIB,
  compressFromBytes: 2048,
  hookTimeoutMs: 10_000,
  authorizerTimeoutMs: 10_000,
};

/**
 * Makes the service that generated routers run on. A server makes its own; an application that mounts routers itself calls this.
 *
 * @throws {ConfigurationError} when a model has hooks twice, or `LOG_LEVEL` is not a level.
 */
export function createService(options: ServiceOptions): Service {
  const log = options.log === undefined ? createJsonLog({ level: readLogLevel(process.env) }) : guardedLog(options.log);
  const limits = { ...defaultLimits, ...options.limits };
  const service: Service = {
    store: options.store,
    changes: new ChangeSource(options.store, log),
    log,
    limits,
    bodies: new BodyBudget(limits.maxBodiesBytes),
    authorizer: options.authorizer,
    reservedLabelKeys: options.reservedLabelKeys ?? "accept",
    hooksOf: createHookTable(options.hooks ?? []),
    pluginOf: options.pluginOf ?? (() => undefined),
    notReady: options.notReady ?? (() => undefined),
    resource: <T extends ExtensionObject>(model: ModelDescriptor<T>) =>
      createResource<T>(createWriteContext(service, model)),
  };
  return service;
}

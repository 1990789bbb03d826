import { BodyBudget } from "../http/body-budget.js";
import { createHookTable } from "../hooks/hook-table.js";
import type { Hooks } from "../hooks/hooks.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { createWriteContext } from "../resource/create-write-context.js";
import { createResource } from "../resource/resource-facade.js";
import type { Store } from "../store/store.js";
import { ChangeSource } from "../watch/change-source.js";
import type { Authorizer } from "./authorizer.js";
import { createTextLog, type Log } from "./log.js";
import type { NotReady, Service, ServiceLimits } from "./service.js";

export interface ServiceOptions {
  readonly store: Store;
  /** Default: text on standard error. */
  readonly log?: Log;
  readonly limits?: Partial<ServiceLimits>;
  /** Without one, everyone who can reach the service may do everything. */
  readonly authorizer?: Authorizer;
  readonly reservedLabelKeys?: "accept" | "reject";
  /** What runs when objects are written: all that the plugins of the routers have. Default: none. */
  readonly hooks?: readonly Hooks[] | undefined;
  /** Which types cannot be served now. Default: all can. */
  readonly notReady?: (model: ModelDescriptor) => NotReady | undefined;
}

const MIB = 1024 * 1024;

const defaultLimits: ServiceLimits = {
  maxBodyBytes: 3 * MIB,
  maxBodiesBytes: 256 * MIB,
  compressFromBytes: 2048,
  hookTimeoutMs: 10_000,
};

/**
 * Makes what generated routers run on. A server makes its own; an application that mounts routers itself makes one with this.
 *
 * @throws {ConfigurationError} when a model has hooks twice.
 */
export function createService(options: ServiceOptions): Service {
  const log = options.log ?? createTextLog((line) => process.stderr.write(line));
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
    notReady: options.notReady ?? (() => undefined),
    resource: <T extends ExtensionObject>(model: ModelDescriptor<T>) =>
      createResource<T>(createWriteContext(service, model)),
  };
  return service;
}

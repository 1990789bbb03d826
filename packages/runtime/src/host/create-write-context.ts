import type { ModelHooks } from "../resource/hooks/model-hooks.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { createHistoryView } from "./create-history-view.js";
import type { Service } from "./service.js";
import { VersionView } from "../version/version-view.js";
import type { WriteContext } from "../resource/write-context.js";
import { ApiError } from "../error/api-error.js";
import type { Resource } from "../resource/resource.js";
import { runTransaction } from "../resource/transaction/run-transaction.js";
import type { ResourceReader } from "../resource/hooks/hook-context.js";

/** Makes what the writes of a model need from a service, where callers send the model's version. */
export function createWriteContext(service: Service, model: ModelDescriptor): WriteContext {
  const { store, log, limits, reservedLabelKeys, references } = service;
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  const { storage } = view;
  const hooks = modelHooks(service, storage);
  return {
    model: storage,
    view,
    store,
    log,
    policy: { reservedLabelKeys },
    keeper: service.keeperOf(storage),
    clock: service.creationClock(storage).now,
    maxObjectBytes: limits.maxBodyBytes,
    maxBodyValues: limits.maxBodyValues,
    references: { outgoing: references.outgoing(storage), incoming: references.incoming(storage), table: references },
    ...(hooks !== undefined && { hooks }),
    ...(storage.history !== undefined && { history: createHistoryView(service, storage) }),
    isWatched: service.isWatched(storage),
    together: (run) => together(service, (inside) => run((other) => createWriteContext(inside, other))),
  };
}

/** Writes of a transaction are together already. */
function together<Result>(service: Service, run: (inside: Service) => Promise<Result>): Promise<Result> {
  if (service.isTransaction === true) return run(service);
  return runTransaction(service.store, (store) => run({ ...service, store, isTransaction: true }), {
    isLimited: false,
  });
}

function modelHooks(service: Service, model: ModelDescriptor): ModelHooks | undefined {
  const hooks = service.hooksOf(model);
  if (hooks === undefined) return undefined;
  return {
    hooks,
    resource: (other) => createResourceReader(service.resource(other)),
    log: service.log,
    timeoutMs: service.timeouts.hooks,
  };
}

/**
 * The part of a resource that hooks can use. A refused query is the hook's mistake, not the caller's. So what it throws here is not an
 * `ApiError`, which would become the answer.
 */
function createResourceReader<T extends ExtensionObject, Indexes, References>(
  resource: Resource<T, Indexes, References>,
): ResourceReader<T, Indexes, References> {
  // The compiler does not look through its overloads.
  const list = ((options: undefined) => resource.list(options).catch(rethrow)) as typeof resource.list;
  return {
    find: resource.find,
    exists: resource.exists,
    list,
    aggregate: (options) => resource.aggregate(options).catch(rethrow),
    count: (options) => resource.count(options).catch(rethrow),
    pages: (options) => rethrowing(resource.pages(options)),
    each: (options) => rethrowing(resource.each(options)),
  };
}

async function* rethrowing<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    rethrow(error);
  }
}

function rethrow(error: unknown): never {
  if (error instanceof ApiError) throw new Error(`A list was refused: ${error.message}`, { cause: error });
  throw error;
}

import type { ResourceList, Stored } from "@cmgen/model";
import type { ModelHooks } from "../resource/hooks/model-hooks.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { Service } from "./service.js";
import { VersionView } from "../version/version-view.js";
import type { WriteContext } from "../resource/write-context.js";
import { ApiError } from "../error/api-error.js";
import type { CountedList, CountedListQuery, ListQuery, Resource } from "../resource/resource.js";
import type { ResourceReader } from "../resource/hooks/hook-context.js";

/** Makes what the writes of a model need from a service, where callers send the model's version. */
export function createWriteContext(service: Service, model: ModelDescriptor): WriteContext {
  const { store, log, limits, reservedLabelKeys, references } = service;
  const view = new VersionView(model, service.pluginOf(model));
  const { storage } = view;
  const hooks = modelHooks(service, storage);
  return {
    model: storage,
    view,
    store,
    log,
    policy: { reservedLabelKeys },
    clock: service.creationClock(storage).now,
    maxObjectBytes: limits.maxBodyBytes,
    maxBodyValues: limits.maxBodyValues,
    references: { outgoing: references.outgoing(storage), incoming: references.incoming(storage), table: references },
    ...(hooks !== undefined && { hooks }),
    isWatched: service.isWatched(storage),
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

/**
 * The part of a resource that hooks can use. A refused query is the hook's mistake, not the caller's. So what it throws here is not an
 * `ApiError`, which would become the answer.
 */
function createResourceReader<T extends ExtensionObject, Indexes>(
  resource: Resource<T, Indexes>,
): ResourceReader<T, Indexes> {
  function list(query?: CountedListQuery<Indexes>): Promise<CountedList<Stored<T>>>;
  function list(query?: ListQuery<Indexes>): Promise<ResourceList<Stored<T>>>;
  function list(query?: ListQuery<Indexes>): Promise<ResourceList<Stored<T>>> {
    return resource.list(query).catch(rethrow);
  }
  return {
    find: (name) => resource.find(name),
    list,
    async *each(query) {
      try {
        yield* resource.each(query);
      } catch (error) {
        rethrow(error);
      }
    },
  };
}

function rethrow(error: unknown): never {
  if (error instanceof ApiError) throw new Error(`A list was refused: ${error.message}`, { cause: error });
  throw error;
}

import { apiVersionOf, collectionPath, type ResourceList } from "@cmgen/model";
import type { ClientOptions, ResourceType } from "./client-options.js";
import type { IndexShapes } from "./condition.js";
import type { ListAllOptions, ListOptions } from "./list-options.js";
import { listQuery, selectionQuery } from "./list-query.js";
import { patchBody } from "./patch-body.js";
import type { InputLike, ResourceClient, StoredLike } from "./resource-client.js";
import { createStatusClient } from "./status-client.js";
import type { Target } from "./target.js";
import { createTransport } from "./transport.js";
import { watchCollection } from "./watch-collection.js";

/** How many objects `listAll` fetches at once. */
const DEFAULT_STRETCH = 500;

/** A client of one type's objects. Generated SDKs call it with the types and the indexes of a model. */
export function createResourceClient<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
>(options: ClientOptions, type: ResourceType): ResourceClient<Stored, Input, Indexes> {
  const target = targetOf(options, type);
  const { transport, collection, envelope, pathOf } = target;
  const list = (given: ListOptions<Indexes> = {}): Promise<ResourceList<Stored>> =>
    transport.json({ method: "GET", path: collection, query: listQuery(given), options: given });
  return {
    list,
    listAll: (given = {}) => listAll(list, given),
    get: (name, given) => transport.json({ method: "GET", path: pathOf(name), options: given }),
    getIfChanged: async (name, version, given) => {
      const response = await transport.send({
        method: "GET",
        path: pathOf(name),
        ifNoneMatch: version,
        options: given,
      });
      return response.status === 304 ? undefined : transport.read(response);
    },
    create: (object, given) =>
      transport.json({ method: "POST", path: collection, body: { ...envelope, ...object }, options: given }),
    update: (object, given) => {
      const body = { ...envelope, ...object };
      return transport.json({ method: "PUT", path: pathOf(object.metadata.name), body, options: given });
    },
    patch: (name, patch, given) =>
      transport.json({ method: "PATCH", path: pathOf(name), ...patchBody(patch), options: given }),
    delete: (name, given) => transport.json({ method: "DELETE", path: pathOf(name), options: given }),
    deleteCollection: (given) =>
      transport.json({ method: "DELETE", path: collection, query: selectionQuery(given), options: given }),
    status: createStatusClient(target),
    watch: (given = {}) => watchCollection(target, given, options.reconnect),
  };
}

function targetOf(options: ClientOptions, type: ResourceType): Target {
  const collection = collectionPath(type);
  return {
    transport: createTransport(options),
    collection,
    envelope: { apiVersion: apiVersionOf(type), kind: type.kind },
    pathOf: (name) => `${collection}/${encodeURIComponent(name)}`,
  };
}

async function* listAll<Stored, Indexes>(
  list: (options: ListOptions<Indexes>) => Promise<ResourceList<Stored>>,
  { limit = DEFAULT_STRETCH, ...options }: ListAllOptions<Indexes>,
): AsyncGenerator<Stored, void, undefined> {
  let stretch = await list({ ...options, limit, total: false });
  yield* stretch.items;
  while (stretch.metadata.continue !== undefined) {
    stretch = await list({ ...options, limit, total: false, continue: stretch.metadata.continue });
    yield* stretch.items;
  }
}

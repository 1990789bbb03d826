import { apiVersionOf, collectionPath } from "@cmgen/model";
import type { ClientOptions, ResourceType } from "./client-options.js";
import type { IndexShapes } from "./condition.js";
import type { CountedListOptions, ListAllOptions, ListOptions, Selection } from "./list-options.js";
import { listQuery, selectionQuery } from "./list-query.js";
import { patchBody } from "./patch-body.js";
import type { CountedListResult, InputLike, ListResult, ResourceClient, StoredLike } from "./resource-client.js";
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
  // All methods are async: a mistake in the arguments rejects as a refusal does, and `.catch` sees both.
  function list(given?: CountedListOptions<Indexes>): Promise<CountedListResult<Stored>>;
  function list(given?: ListOptions<Indexes>): Promise<ListResult<Stored>>;
  async function list(given: ListOptions<Indexes> = {}): Promise<ListResult<Stored>> {
    return transport.json({ method: "GET", path: collection, query: listQuery(given), options: given });
  }
  return {
    list,
    listAll: (given = {}) => listAll(list, given),
    get: async (name, given) => transport.json({ method: "GET", path: pathOf(name), options: given }),
    getIfChanged: async (name, version, given) => {
      const response = await transport.send({
        method: "GET",
        path: pathOf(name),
        ifNoneMatch: version,
        options: given,
      });
      return response.status === 304 ? undefined : transport.read(response);
    },
    create: async (object, given) =>
      transport.json({ method: "POST", path: collection, body: { ...envelope, ...object }, options: given }),
    update: async (object, given) => {
      const body = { ...envelope, ...object };
      return transport.json({ method: "PUT", path: pathOf(object.metadata.name), body, options: given });
    },
    patch: async (name, patch, given) =>
      transport.json({ method: "PATCH", path: pathOf(name), ...patchBody(patch), options: given }),
    delete: async (name, given) => transport.json({ method: "DELETE", path: pathOf(name), options: given }),
    deleteCollection: async (given) => {
      assertMeant(given);
      return transport.json({ method: "DELETE", path: collection, query: selectionQuery(given), options: given });
    },
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
    pathOf: (name) => `${collection}/${segmentOf(name)}`,
  };
}

/**
 * Conditions that a program has meant to give, and that turn out to be undefined, must not become "all objects".
 *
 * @throws {TypeError} for `where` or `labels` that is there and undefined.
 */
function assertMeant(given: Selection<unknown>): void {
  for (const name of ["where", "labels"] as const) {
    if (!(name in given) || given[name] !== undefined) continue;
    throw new TypeError(`deleteCollection: ${name} is undefined. Leave it out to select all objects`);
  }
}

/** @throws {RangeError} where `fetch` would resolve the name as a relative path and ask for another address. */
function segmentOf(name: string): string {
  if (name === "" || name === "." || name === "..") {
    throw new RangeError(`${JSON.stringify(name)} is not the name of an object`);
  }
  return encodeURIComponent(name);
}

async function* listAll<Stored, Indexes>(
  list: (options: ListOptions<Indexes>) => Promise<ListResult<Stored>>,
  { limit = DEFAULT_STRETCH, ...options }: ListAllOptions<Indexes>,
): AsyncGenerator<Stored, void, undefined> {
  let stretch = await list({ ...options, limit, total: false });
  yield* stretch.items;
  while (stretch.metadata.continue !== undefined) {
    stretch = await list({ ...options, limit, total: false, continue: stretch.metadata.continue });
    yield* stretch.items;
  }
}

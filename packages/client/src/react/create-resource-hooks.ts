import type { ClientOptions } from "../client-options.js";
import type { IndexShapes, InputLike, StoredLike } from "@cmgen/model";
import { resourceQueries, type QueriedClient } from "../query/resource-queries.js";
import { readingHooks } from "./reading-hooks.js";
import type { Resource, ResourceHooks } from "./resource-hooks.js";
import { useClientOptions } from "./client-provider.js";
import { writingHooks } from "./writing-hooks.js";

/**
 * The hooks of one resource, for a client that generated code makes. Call it once, outside of components:
 *
 *     export const { useList: usePeople, useObject: usePerson } = createResourceHooks(createPeopleClient);
 */
export function createResourceHooks<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
>(
  createClient: (options: ClientOptions) => QueriedClient<Stored, Input, Indexes, References>,
): ResourceHooks<Stored, Input, Indexes, References> {
  type Shared = Resource<Stored, Input, Indexes, References>;
  const resources = new WeakMap<ClientOptions, Shared>();

  function useResource(): Shared {
    const options = useClientOptions();
    const known = resources.get(options);
    if (known !== undefined) return known;
    const client = createClient(options);
    const resource: Shared = { client, queries: resourceQueries(client), caches: new Map() };
    resources.set(options, resource);
    return resource;
  }

  return {
    ...readingHooks(useResource),
    ...writingHooks(useResource),
    useClient: () => useResource().client,
    useQueries: () => useResource().queries,
  };
}

import type { ResourceList } from "@cmgen/model";
import type { ReconnectOptions } from "./client-options.js";
import type { WatchOptions } from "./list-options.js";
import { stretches } from "./list-objects.js";
import type { ResetEvent } from "./resource-client.js";
import type { Target } from "./target.js";
import { watchChanges } from "./watch-changes.js";
import { listQuery, selectionQuery } from "./list-query.js";

/** Watches a collection; without a revision to start after, from the newest on, or from a list of all objects. */
export function watchCollection<Stored, Indexes>(
  target: Target,
  options: WatchOptions<Indexes>,
  reconnect: ReconnectOptions = {},
): ReturnType<typeof watchChanges<Stored>> {
  const { transport, collection } = target;
  const { resourceVersion, relist = false, signal } = options;
  return watchChanges<Stored>({ resourceVersion, begin: relist ? reset : newest, relist, open, signal, reconnect });

  async function newest(): Promise<{ resourceVersion: string }> {
    const query = listQuery({ limit: 1, total: false });
    const list = await transport.json<ResourceList<Stored>>({ method: "GET", path: collection, query, options });
    return list.metadata;
  }

  /** Changes made while the stretches are fetched come after the revision of the first. */
  async function reset(): Promise<ResetEvent<Stored>> {
    let revision: string | undefined;
    const objects: Stored[] = [];
    for await (const { metadata, items } of stretches<Stored>(target, options)) {
      revision ??= metadata.resourceVersion;
      objects.push(...items);
    }
    return { type: "RESET", resourceVersion: String(revision), objects };
  }

  function open(from: string): Promise<Response> {
    const query = selectionQuery(options);
    query.append("watch", "true");
    query.append("resourceVersion", from);
    return transport.send({
      method: "GET",
      path: collection,
      query,
      accept: "application/x-ndjson, application/json;q=0.5",
      options,
    });
  }
}

import type { ChangeEvent, ResourceList } from "@cmgen/model";
import type { ReconnectOptions } from "./client-options.js";
import type { WatchOptions } from "./list-options.js";
import { listQuery, selectionQuery } from "./list-query.js";
import type { Target } from "./target.js";
import { watchChanges } from "./watch-changes.js";

/** Watches a collection; without a revision to start after, from the newest on. */
export function watchCollection<Stored, Indexes>(
  { transport, collection }: Target,
  options: WatchOptions<Indexes>,
  reconnect: ReconnectOptions = {},
): AsyncGenerator<ChangeEvent<Stored>, void, undefined> {
  return watchChanges<Stored>({ start, open, signal: options.signal, reconnect });

  async function start(): Promise<string> {
    if (options.resourceVersion !== undefined) return options.resourceVersion;
    const query = listQuery({ limit: 1, total: false });
    const list = await transport.json<ResourceList<Stored>>({ method: "GET", path: collection, query, options });
    return list.metadata.resourceVersion;
  }

  function open(resourceVersion: string): Promise<Response> {
    const query = selectionQuery(options);
    query.append("watch", "true");
    query.append("resourceVersion", resourceVersion);
    return transport.send({
      method: "GET",
      path: collection,
      query,
      accept: "application/x-ndjson, application/json;q=0.5",
      options,
    });
  }
}

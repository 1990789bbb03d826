import type { ResetEvent, ResourceList, WatchOptions } from "@cmgen/model";
import { assertOwnValues, listParameters, pagesOf, selectionParameters } from "@cmgen/model/internal";
import type { CallOptions, ReconnectOptions } from "./client-options.js";
import { listObjects, readCollection } from "./list-objects.js";
import type { Target } from "./target.js";
import { watchChanges } from "./watch-changes.js";

/**
 * Watches a collection; without a revision to start after, from the newest on, or from a list of all objects.
 *
 * @throws {TypeError} for conditions on the values of other objects: a list could be answered, and what changes not be followed.
 */
export async function* watchCollection<Stored, Indexes>(
  target: Target,
  options: WatchOptions<Indexes> & CallOptions,
  reconnect: ReconnectOptions = {},
): ReturnType<typeof watchChanges<Stored>> {
  const { transport, collection } = target;
  const { resourceVersion, relist = false, signal } = options;
  assertOwnValues(options, "A watch");
  yield* watchChanges<Stored>({ resourceVersion, begin: relist ? reset : newest, relist, open, signal, reconnect });

  async function newest(): Promise<{ resourceVersion: string }> {
    const query = listParameters({ limit: 1, total: false });
    return (await readCollection<ResourceList<Stored>>(target, query, options)).metadata;
  }

  /** Changes made while the pages are fetched come after the revision of the first. */
  async function reset(): Promise<ResetEvent<Stored>> {
    let revision: string | undefined;
    const objects: Stored[] = [];
    for await (const { metadata, items } of pagesOf((given) => listObjects<Stored>(target, given), options)) {
      revision ??= metadata.resourceVersion;
      objects.push(...items);
    }
    return { type: "RESET", resourceVersion: String(revision), objects };
  }

  function open(from: string): Promise<Response> {
    const query = new URLSearchParams(selectionParameters(options));
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

import type { AnyListOptions, ResourceList } from "@cmgen/model";
import type { CallOptions } from "./client-options.js";
import type { Target } from "./target.js";
import { listQuery } from "./list-query.js";

/** How many objects one request fetches. */
const DEFAULT_STRETCH = 500;

/** One list, as the service answers it. */
export function listObjects<Stored>(
  { transport, collection }: Target,
  options: AnyListOptions & CallOptions,
): Promise<ResourceList<Stored>> {
  return transport.json({ method: "GET", path: collection, query: listQuery(options), options });
}

/** All objects selected in lists of at most `limit`, each begun where the one before ended. */
export async function* stretches<Stored>(
  target: Target,
  { limit = DEFAULT_STRETCH, ...given }: AnyListOptions & CallOptions,
): AsyncGenerator<ResourceList<Stored>, void, undefined> {
  const options = { ...given, limit, total: false };
  let stretch = await listObjects<Stored>(target, options);
  yield stretch;
  while (stretch.metadata.continue !== undefined) {
    stretch = await listObjects<Stored>(target, { ...options, continue: stretch.metadata.continue });
    yield stretch;
  }
}

import {
  type AnyListOptions,
  type ListParameter,
  listParameters,
  type ListResult,
  type ResourceList,
} from "@cmgen/model";
import type { CallOptions } from "./client-options.js";
import type { Target } from "./target.js";

/** One list, as the service answers it. */
export async function listObjects<Stored>(
  target: Target,
  options: AnyListOptions & CallOptions,
): Promise<ListResult<Stored>> {
  const list = await readCollection<ResourceList<Stored>>(target, listParameters(options), options);
  // Another server may be there: then the caller sees what it answered, and not a failure of the client.
  const nextCursor = (list as Partial<ResourceList<Stored>>).metadata?.continue;
  return nextCursor === undefined ? list : { ...list, nextCursor };
}

/** What the service answers about a collection. */
export async function readCollection<Body>(
  { transport, collection }: Target,
  query: ListParameter[],
  options: CallOptions,
): Promise<Body> {
  return transport.json({ method: "GET", path: collection, query: new URLSearchParams(query), options });
}

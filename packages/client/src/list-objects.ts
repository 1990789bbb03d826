import { type AnyListOptions, listParameters, type ListResult, type ResourceList } from "@cmgen/model";
import type { CallOptions } from "./client-options.js";
import type { Target } from "./target.js";

/** One list, as the service answers it. */
export async function listObjects<Stored>(
  { transport, collection }: Target,
  options: AnyListOptions & CallOptions,
): Promise<ListResult<Stored>> {
  const query = listQuery(options);
  const list = await transport.json<ResourceList<Stored>>({ method: "GET", path: collection, query, options });
  // Another server may be there: then the caller sees what it answered, and not a failure of the client.
  const nextCursor = (list as Partial<ResourceList<Stored>>).metadata?.continue;
  return nextCursor === undefined ? list : { ...list, nextCursor };
}

/** The query of a list's request. */
export function listQuery(options: AnyListOptions): URLSearchParams {
  return new URLSearchParams(listParameters(options));
}

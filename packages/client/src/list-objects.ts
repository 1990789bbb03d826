import type { ListResult, ResourceList } from "@cmgen/model";
import { type AnyListOptions, type Counts, type ListParameter, listParameters } from "@cmgen/model/internal";
import type { CallOptions } from "./client-options.js";
import type { Target } from "./target.js";

/** One list, as the service answers it. */
export async function listObjects<Stored>(
  target: Target,
  options: AnyListOptions & CallOptions,
): Promise<ListResult<Stored>> {
  const answered = await readCollection<ResourceList<Stored>>(target, listParameters(options), options);
  const list = withNamedCounts(answered, options.counts);
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

interface Counted {
  readonly counts?: Readonly<Record<string, unknown>>;
}

/** A list whose counts have the names that the caller gave them: the service knows them by what they are of. */
function withNamedCounts<List extends object>(list: List & Counted, counts: Counts | undefined): List {
  const { counts: answered } = list;
  if (counts === undefined || answered === undefined) return list;
  const named = Object.entries(counts).map(([name, values]) => [name, answered[values["~selects"]]]);
  return { ...list, counts: Object.fromEntries(named) };
}

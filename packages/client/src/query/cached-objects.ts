import type { AggregateResult, ListResult, StoredLike } from "@cmgen/model";
import type { QueryClient, QueryKey } from "@tanstack/query-core";
import { ageOf } from "../object-age.js";
import type { Pages } from "./resource-queries.js";
import { listsKey, objectKey, type ResourceKey } from "./resource-keys.js";

/** An object in a query cache, by its resource and its name. */
export interface CachedObject {
  readonly queries: QueryClient;
  readonly key: ResourceKey;
  readonly name: string;
}

/** Returns the new state of a cached object, the same state, or `undefined` to remove it from lists. */
type Change<Stored> = (object: Stored) => Stored | undefined;

/** Undoes a change wherever the data is still as the change left it. */
export type Rollback = () => void;

/** Puts a state of an object in the place of older ones. Lists that do not have the object do not get it. */
export function putCached<Stored extends StoredLike>(
  { queries, key }: Omit<CachedObject, "name">,
  object: Stored,
): void {
  const { name } = object.metadata;
  changeCached<Stored>({ queries, key, name }, (held) => (ageOf(held) < ageOf(object) ? object : held));
}

/** Changes an object wherever the cache has it: under its own key, and in lists. */
export function changeCached<Stored extends StoredLike>(
  { queries, key, name }: CachedObject,
  change: Change<Stored>,
): Rollback {
  const undo: Rollback[] = [];
  function set<Data>(queryKey: QueryKey, before: Data, after: Data): void {
    if (after === before) return;
    const held = queries.setQueryData<Data>(queryKey, () => after);
    undo.push(() => {
      if (queries.getQueryData(queryKey) === held) queries.setQueryData<Data>(queryKey, () => before);
    });
  }
  const own = queries.getQueryData<Stored>(objectKey(key, name));
  if (own !== undefined) set(objectKey(key, name), own, change(own) ?? own);
  const changeIn = (list: ListResult<Stored>): ListResult<Stored> => changeList(list, name, change);
  for (const [queryKey, data] of queries.getQueriesData<CachedList<Stored>>({ queryKey: listsKey(key) })) {
    if (data === undefined || "groups" in data) continue;
    set(queryKey, data, "pages" in data ? changePages(data, changeIn) : changeIn(data));
  }
  return () => {
    for (const step of undo) step();
  };
}

/** What the cache has under a list's key. Counts and sums do not say which objects they are of. */
type CachedList<Stored> = ListResult<Stored> | Pages<ListResult<Stored>> | AggregateResult<unknown>;

function changePages<Page>(data: Pages<Page>, change: (page: Page) => Page): Pages<Page> {
  const pages = data.pages.map(change);
  return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
}

/** Returns the same list if nothing changes, so that no component renders again. */
function changeList<Stored extends StoredLike>(
  list: ListResult<Stored>,
  name: string,
  change: Change<Stored>,
): ListResult<Stored> {
  const at = list.items.findIndex(({ metadata }) => metadata.name === name);
  const held = list.items[at];
  if (held === undefined) return list;
  const changed = change(held);
  if (changed === held) return list;
  const items = changed === undefined ? list.items.toSpliced(at, 1) : list.items.with(at, changed);
  const isGone = changed === undefined && list.total !== undefined;
  return { ...list, items, ...(isGone && { total: list.total - 1 }) };
}

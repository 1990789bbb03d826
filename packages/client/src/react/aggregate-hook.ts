import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { IndexShapes, InputLike, StoredLike } from "@cmgen/model";
import type { Resource, ResourceHooks } from "./resource-hooks.js";
import { selectionOf, useFollow } from "./use-follow.js";

/** The hook of a resource's counts and sums. */
export function aggregateHook<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): ResourceHooks<Stored, Input, Indexes, References>["useAggregate"] {
  return ({ live = false, ...request } = {}, settings = {}) => {
    const { queries } = useResource();
    const query = queries.aggregate(request);
    const result = useQuery({ ...query, ...settings });
    const aggregate = useQueryClient().getQueryData(query.queryKey);
    const followed = { selection: selectionOf(request), revision: aggregate?.metadata.resourceVersion };
    useFollow(queries, live && aggregate !== undefined, followed);
    return result;
  };
}

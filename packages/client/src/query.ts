export type { Deletion, Patching, ResourceMutations, StatusUpdate, Update } from "./query/resource-mutations.js";
export type { ListKey, ObjectKey, PagesKey, ResourceKey } from "./query/resource-keys.js";
export {
  resourceQueries,
  type AggregateRequest,
  type CountedListRequest,
  type EndlessListRequest,
  type ListRequest,
  type Pages,
  type PagesOptionsOf,
  type QueriedClient,
  type QueryOptionsOf,
  type ResourceQueries,
} from "./query/resource-queries.js";

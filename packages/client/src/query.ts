export type { Deletion, ResourceMutations } from "./query/resource-mutations.js";
export type { ListKey, ObjectKey, ResourceKey } from "./query/resource-keys.js";
export {
  resourceQueries,
  type CountedListRequest,
  type ListRequest,
  type QueriedClient,
  type QueryOptionsOf,
  type ResourceQueries,
} from "./query/resource-queries.js";

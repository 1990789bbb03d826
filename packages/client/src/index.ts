export type { ObjectMeta, ObjectMetaInput, Ref, ResourceList, StoredAs, StoredObjectMeta } from "@cmgen/model";
export { ApiProblem, isProblem, type FailureCode, type ProblemCode } from "./api-problem.js";
export type { Batch } from "./batch/create-batch.js";
export { lazyBatch } from "./batch/lazy-batch.js";
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  FetchInit,
  ReconnectOptions,
  ResourceType,
  RetryOptions,
} from "./client-options.js";
export type {
  BuiltInIndexes,
  FieldCondition,
  IndexShape,
  IndexShapes,
  IndexValue,
  LabelCondition,
  Selection,
  SortKey,
  Where,
  WhereLabels,
} from "@cmgen/model";
export {
  createEndpointClient,
  type EndpointCall,
  type EndpointClient,
  type EndpointGroup,
  type EndpointShape,
} from "./endpoint-client.js";
export { createResourceClient } from "./create-resource-client.js";
export type {
  Change,
  Changes,
  CountedListOptions,
  CountedListResult,
  Included,
  Including,
  InputLike,
  ListOptions,
  ListResult,
  Named,
  New,
  NotAnIndex,
  Objects,
  OnlyIndexes,
  ResetEvent,
  StatusOfObjects,
  StoredLike,
  WalkOptions,
  WatchOptions,
  WriteOptions,
} from "@cmgen/model";
export type { CacheOptions, IndexKey, ObjectCache, ResourceClient, Watched } from "./resource-client.js";
export { RawSelector, selector, skip, valuesOf, type Skip, type ValuesOf } from "@cmgen/model";
export { createTransport, type Call, type Transport } from "./transport.js";

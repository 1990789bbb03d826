export type { ObjectMeta, ObjectMetaInput, ResourceList, StoredObjectMeta } from "@cmgen/model";
export { ApiProblem, type FailureCode, type ProblemCode } from "./api-problem.js";
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  FetchInit,
  ReconnectOptions,
  ResourceType,
  RetryOptions,
  WriteOptions,
} from "./client-options.js";
export type {
  BuiltInIndexes,
  FieldCondition,
  IndexShape,
  IndexShapes,
  IndexValue,
  LabelCondition,
  SortKey,
  Where,
  WhereLabels,
} from "./condition.js";
export { createResourceClient } from "./create-resource-client.js";
export type {
  CountedListOptions,
  Including,
  ListAllOptions,
  ListOptions,
  Selection,
  WatchOptions,
} from "./list-options.js";
export type {
  CacheOptions,
  ChangeOptions,
  CountedListResult,
  Included,
  InputLike,
  ListResult,
  IndexKey,
  Named,
  ObjectCache,
  ResetEvent,
  ResourceClient,
  StatusClient,
  StatusInput,
  StoredLike,
} from "./resource-client.js";
export { RawSelector, selector } from "./selector.js";
export { createTransport, type Call, type Transport } from "./transport.js";

export type { ObjectMeta, ObjectMetaInput, Ref, ResourceList, StoredObjectMeta } from "@cmgen/model";
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
  CountedListOptions,
  Including,
  ListAllOptions,
  ListOptions,
  NotAnIndex,
  OnlyIndexes,
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
export { RawSelector, selector } from "@cmgen/model";
export { createTransport, type Call, type Transport } from "./transport.js";

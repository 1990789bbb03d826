export { ApiProblem } from "./api-problem.js";
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
export type { CountedListOptions, ListAllOptions, ListOptions, Selection, WatchOptions } from "./list-options.js";
export type {
  CountedListResult,
  InputLike,
  ListResult,
  Named,
  ResourceClient,
  StatusClient,
  StatusInput,
  StoredLike,
} from "./resource-client.js";
export { createTransport, type Call, type Transport } from "./transport.js";
export { UnexpectedResponse } from "./unexpected-response.js";

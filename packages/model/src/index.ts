export type { EvolvedParts, EvolveStep, EvolveSteps, OlderObject } from "./declaration/evolve-step.js";
export type { Conversions, ObjectParts, OtherVersions } from "./declaration/conversions.js";
export { defineModel, type HistoryDeclaration, type ModelDeclaration } from "./declaration/define-model.js";
export type { ModelCheckContext, Refusing } from "./declaration/model-check.js";
export type { ObjectPath } from "./declaration/object-path.js";
export {
  index,
  type ComputedIndex,
  type ComputedListIndex,
  type Index,
  type IndexOptions,
  type IndexOrder,
} from "./declaration/index-declaration.js";
export type { OnDelete, Ref, RefOptions } from "./declaration/ref.js";
export type { ColumnPath } from "./declaration/column-path.js";
export type { IndexPath } from "./declaration/index-path.js";
export type {
  AnyExtension,
  Draft,
  Envelope,
  Extension,
  Input,
  ObjectMeta,
  ObjectMetaInput,
  Stored,
  StoredAs,
  StoredObjectMeta,
} from "./envelope/extension.js";
export { apiVersionOf, collectionPath, type GroupVersionKind } from "./envelope/group-version-kind.js";
export type { JsonSchema } from "./envelope/object-meta-schema.js";
export type { Integer, Int64, Timestamp } from "./envelope/scalars.js";
export type {
  AggregateGroup,
  AggregateOptions,
  AggregateResult,
  Asked,
  GroupName,
  NumericIndexes,
  OrderedIndexes,
  SingleIndexes,
} from "./objects/aggregate.js";
export type { Changes, MetadataChanges } from "./objects/changes.js";
export type {
  CountedListOptions,
  Including,
  ListOptions,
  NotAnIndex,
  OnlyIndexes,
  WalkOptions,
  WatchOptions,
} from "./objects/list-options.js";
export type {
  Change,
  CountedListResult,
  Included,
  InputLike,
  ListResult,
  Named,
  New,
  Objects,
  ResetEvent,
  StatusOfObjects,
  StoredLike,
  WriteOptions,
} from "./objects/objects.js";
export type {
  AllIndexes,
  AnyIndexes,
  BuiltInIndexes,
  Conditions,
  FieldCondition,
  IndexShape,
  IndexShapes,
  IndexValue,
  LabelCondition,
  Ordered,
  Selection,
  SingleValued,
  SortKey,
  ValuesOf,
  Where,
  WhereLabels,
} from "./query/condition.js";
export { valuesOf, type SelectableResource } from "./query/values-of.js";
export { RawSelector, selector } from "./query/raw-selector.js";
export { skip, type Skip } from "./query/skip.js";
export type { RoleBindingFields, RoleFields, RoleRule } from "./access/role-fields.js";
export type {
  DeadLetter,
  SubscriptionFields,
  SubscriptionLoss,
  SubscriptionStatus,
} from "./subscriptions/subscription-fields.js";
export type { Duration } from "./text/duration.js";
export type { UserFields } from "./users/user-fields.js";
export type { Violation } from "./validation/violations-of.js";
export { errorStatuses, isErrorCode, type ErrorCode } from "./wire/error-code.js";
export {
  JSON_PATCH_MEDIA_TYPE,
  MERGE_PATCH_MEDIA_TYPE,
  type JsonPatch,
  type JsonPatchOperation,
  type MergePatch,
} from "./wire/json-patch.js";
export {
  PROBLEM_MEDIA_TYPE,
  type ProblemCause,
  type ProblemReferrers,
  type ProblemDetails,
} from "./wire/problem-details.js";
export type { ListMeta, ResourceList } from "./wire/resource-list.js";
export type { BookmarkEvent, ChangeEvent, ErrorEvent, WatchEvent } from "./wire/watch-event.js";

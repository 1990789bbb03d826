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
export { entityTag, stateTag, type ObjectState } from "./envelope/entity-tag.js";
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
export {
  objectMetaInputSchema,
  objectMetaSchema,
  storedObjectMetaSchema,
  type JsonSchema,
} from "./envelope/object-meta-schema.js";
export type { Integer, Int64, Timestamp } from "./envelope/scalars.js";
export { isTimestamp, parseTimestamp } from "./format/timestamp.js";
export { formats, type Format } from "./format/formats.js";
export {
  checkApiVersion,
  checkGroup,
  checkIndexName,
  checkKind,
  checkResourceName,
  DEFAULT_RESERVED_GROUP_SUFFIXES,
} from "./naming/declared-name.js";
export { endpointBaseProblem, SERVICE_BASE, SERVICE_SEGMENTS } from "./naming/endpoint-base.js";
export type { MetaProblem } from "./naming/meta-problem.js";
export type { NameKeyword, NameProblem } from "./naming/name-problem.js";
export { checkObjectMeta, type CheckObjectMetaOptions, type MetaForm } from "./naming/object-meta.js";
export { GENERATED_SUFFIX_LENGTH, generateObjectName } from "./naming/generated-name.js";
export { checkGenerateName, checkObjectName } from "./naming/object-name.js";
export {
  API_VERSION_PATTERN,
  DNS_SUBDOMAIN_PATTERN,
  GENERATE_NAME_PATTERN,
  INDEX_NAME_PATTERN,
  KIND_PATTERN,
  nameLimits,
  OBJECT_NAME_PATTERN,
  QUALIFIED_NAME_PATTERN,
  RESOURCE_NAME_PATTERN,
  STORABLE_TEXT_PATTERN,
} from "./naming/patterns.js";
export {
  checkFinalizer,
  checkLabelKey,
  checkLabelValue,
  checkQualifiedName,
  DEFAULT_RESERVED_LABEL_PREFIXES,
  isReservedLabelKey,
} from "./naming/qualified-name.js";
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
export { applied } from "./objects/apply.js";
export { assertDefined, type Changes, type MetadataChanges } from "./objects/changes.js";
export type {
  CountedListOptions,
  Including,
  ListOptions,
  NotAnIndex,
  OnlyIndexes,
  WalkOptions,
  WatchOptions,
} from "./objects/list-options.js";
export {
  assertMeant,
  type Change,
  type CountedListResult,
  type Included,
  type InputLike,
  type ListResult,
  type Named,
  type New,
  type Objects,
  type ResetEvent,
  type StatusOfObjects,
  type StoredLike,
  type WriteOptions,
} from "./objects/objects.js";
export { eachOf, pagesOf } from "./objects/walk.js";
export { parseFieldPath } from "./pointer/field-path.js";
export { escapePointer, parsePointer, printPointer } from "./pointer/json-pointer.js";
export { keysOf } from "./query/alternatives.js";
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
export {
  aggregateFunctions,
  aggregateParameters,
  type AggregateFunction,
  type AnyAggregateOptions,
} from "./query/aggregate-parameters.js";
export {
  listParameters,
  selectionParameters,
  type AnyListOptions,
  type Counts,
  type ListParameter,
} from "./query/list-parameters.js";
export { assertOwnValues } from "./query/own-values.js";
export { valuesOf, type SelectableResource } from "./query/values-of.js";
export { RawSelector, selector } from "./query/raw-selector.js";
export { isSkip, skip, type Skip } from "./query/skip.js";
export {
  compareValues,
  matchesFields,
  matchesLabels,
  matchesRequirement,
  type Comparable,
} from "./selector/match-selector.js";
export {
  locateTerms,
  locateValues,
  parseSelector,
  parseSelectors,
  type LocatedGroup,
  type LocatedRequirement,
  type LocatedTerm,
  type LocatedValues,
} from "./selector/parse-selector.js";
export { hintWithin } from "./selector/selector-hints.js";
export type { RoleBindingFields, RoleFields, RoleRule } from "./access/role-fields.js";
export { printSelector } from "./selector/print-selector.js";
export type { AnyOf, Operator, Requirement, SelectorDialect, SelectorTerm } from "./selector/requirement.js";
export type { SelectorLimits } from "./selector/selector-limits.js";
export { selectorLimits } from "./selector/selector-limits.js";
export { SelectorSyntaxError } from "./selector/selector-syntax-error.js";
export type {
  DeadLetter,
  SubscriptionFields,
  SubscriptionLoss,
  SubscriptionStatus,
} from "./subscriptions/subscription-fields.js";
export { isFormula, printCsvCell } from "./text/csv-cell.js";
export { compareCodePoints } from "./text/compare-code-points.js";
export { foldCase } from "./text/fold-case.js";
export { containsWords, searchWords } from "./text/search-words.js";
export { durationMs, type Duration } from "./text/duration.js";
export { intervalMs } from "./text/interval-ms.js";
export { parseJsonText } from "./text/parse-json-text.js";
export { utf8Length } from "./text/utf8-length.js";
export { jsonEqual } from "./validation/json-equal.js";
export { repeatedItem, repeatedKey } from "./validation/repeated-items.js";
export { hasOwn, report, reportUnknown, unknownNames } from "./validation/report.js";
export type { SchemaError } from "./validation/schema-error.js";
export { ucs2length } from "./validation/ucs2-length.js";
export type { UserFields } from "./users/user-fields.js";
export { appendErrors, violationsOf, type Violation } from "./validation/violations-of.js";
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

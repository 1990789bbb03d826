/**
 * What the packages of cmgen share, and no user imports: it may change in any release.
 *
 * @module
 */

export { entityTag, stateTag, type ObjectState } from "./envelope/entity-tag.js";
export { objectMetaInputSchema, objectMetaSchema, storedObjectMetaSchema } from "./envelope/object-meta-schema.js";
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
export { applied } from "./objects/apply.js";
export { assertDefined } from "./objects/changes.js";
export { assertMeant } from "./objects/objects.js";
export { eachOf, pagesOf } from "./objects/walk.js";
export { parseFieldPath } from "./pointer/field-path.js";
export { escapePointer, parsePointer, printPointer } from "./pointer/json-pointer.js";
export { keysOf } from "./query/alternatives.js";
export {
  aggregateFunctions,
  type AggregateFunction,
  aggregateParameters,
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
export { isSkip } from "./query/skip.js";
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
export { printSelector } from "./selector/print-selector.js";
export type { AnyOf, Operator, Requirement, SelectorDialect, SelectorTerm } from "./selector/requirement.js";
export type { SelectorLimits } from "./selector/selector-limits.js";
export { SelectorSyntaxError } from "./selector/selector-syntax-error.js";
export { selectorLimits } from "./selector/selector-limits.js";
export { isFormula, printCsvCell } from "./text/csv-cell.js";
export { compareCodePoints } from "./text/compare-code-points.js";
export { foldCase } from "./text/fold-case.js";
export { containsWords, searchWords } from "./text/search-words.js";
export { durationMs } from "./text/duration.js";
export { intervalMs } from "./text/interval-ms.js";
export { parseJsonText } from "./text/parse-json-text.js";
export { utf8Length } from "./text/utf8-length.js";
export { jsonEqual } from "./validation/json-equal.js";
export { repeatedItem, repeatedKey } from "./validation/repeated-items.js";
export { hasOwn, report, reportUnknown, unknownNames } from "./validation/report.js";
export type { SchemaError } from "./validation/schema-error.js";
export { ucs2length } from "./validation/ucs2-length.js";
export { appendErrors, violationsOf } from "./validation/violations-of.js";

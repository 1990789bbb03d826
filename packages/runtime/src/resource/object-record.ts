import { ApiError } from "../error/api-error.js";
import { IndexValueError, type IndexProblem } from "../indexes/index-value-error.js";
import { indexValuesOf, valuesOfIndex, type IndexedModel } from "../indexes/index-values.js";
import type { ObjectRecord, PreviousState } from "@cmgen/store";
import { invalid, type BrokenRule } from "./invalid.js";
import { neededObjects } from "./references/reference-guards.js";
import { isTerminating, printStored, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** An object and the bytes it is stored as. */
export interface PrintedObject {
  readonly object: StoredObject;
  readonly data: Uint8Array;
}

/**
 * Makes the record that the store keeps of an object; `before` is the object that it replaces.
 *
 * @throws {ApiError} `TooLarge` when the object exceeds the size limit, `Invalid` when an index cannot hold its value, `InternalError` when an
 * index function throws.
 */
export function recordOf(context: WriteContext, object: StoredObject, before?: PrintedObject): ObjectRecord {
  const data = printStored(object);
  assertSize({ object, data }, context.maxObjectBytes, before);
  const { outgoing } = context.references;
  const needs = outgoing.length === 0 ? undefined : neededObjects(context, object, before?.object);
  return {
    ...keptRecord({ object, data }, valuesOf(context, object)),
    ...(needs !== undefined && { needs }),
    origin: context.origin,
  };
}

/** What the store keeps of an object, no matter who writes it. */
export function keptRecord(
  { object: { metadata }, data }: PrintedObject,
  indexValues: ObjectRecord["indexValues"],
): ObjectRecord {
  return {
    name: metadata.name,
    uid: metadata.uid,
    version: metadata.version,
    createdAt: Date.parse(metadata.creationTimestamp),
    deletedAt: metadata.deletionTimestamp === undefined ? null : Date.parse(metadata.deletionTimestamp),
    data,
    indexValues,
    labels: new Map(Object.entries(metadata.labels ?? {})),
  };
}

/**
 * An index function that throws is a mistake in the plugin, not in the object. A value that an index cannot hold is a mistake in the object.
 */
function valuesOf({ model }: WriteContext, object: StoredObject): ObjectRecord["indexValues"] {
  try {
    return indexValuesOf(model, object);
  } catch (error) {
    if (!(error instanceof IndexValueError)) throw error;
    if (error.problems.some(({ cause }) => cause !== undefined)) throw ApiError.from(error);
    throw invalid(error.problems.map(brokenRule));
  }
}

function brokenRule({ index, message }: IndexProblem): BrokenRule {
  return { path: "", keyword: "index", message: `cannot be indexed: ${index} ${message}` };
}

/**
 * Checks an object against the size limit (HTTP API, Errors). What the service writes into `metadata` does not count: a body at the limit can
 * be stored, and an object at the limit can be marked as deleted. An object that is already larger, because the limit was higher, may be changed
 * but not grow.
 *
 * @throws {ApiError} `TooLarge`.
 */
export function assertSize(printed: PrintedObject, most: number, before?: PrintedObject): void {
  if (printed.data.length <= most) return;
  const bytes = bytesOfCallers(printed);
  if (bytes <= most || (before !== undefined && bytes <= bytesOfCallers(before))) return;
  throw new ApiError("TooLarge", `The object would have ${bytes} bytes; the limit is ${most}.`);
}

function bytesOfCallers({ object, data }: PrintedObject): number {
  const { uid, creationTimestamp, version, lastChangedBy, deletionTimestamp } = object.metadata;
  // In the object these members have no braces of their own, and one comma more.
  return (
    data.length - (JSON.stringify({ uid, creationTimestamp, version, lastChangedBy, deletionTimestamp }).length - 1)
  );
}

/** The previous state in a change that no selector can see. */
export const JUDGED_ALIKE: PreviousState = new Uint8Array();

/**
 * What the change log keeps of `before`, which `after` replaces: its bytes, but only if a selector can tell the two apart. Selectors see labels,
 * index values and metadata, of which only `deletionTimestamp` can change.
 */
export function previousState(model: IndexedModel, before: PrintedObject, after: ObjectRecord): PreviousState {
  const isAlike =
    isTerminating(before.object) === (after.deletedAt !== null) &&
    hasLabels(before.object, after.labels) &&
    model.indexes.every((index) => {
      const found = valuesOfIndex(index, before.object);
      return "values" in found && haveSameMembers(found.values, after.indexValues.get(index.name) ?? []);
    });
  return isAlike ? JUDGED_ALIKE : before.data;
}

function hasLabels({ metadata }: StoredObject, wanted: ReadonlyMap<string, string>): boolean {
  const labels = Object.entries(metadata.labels ?? {});
  return labels.length === wanted.size && labels.every(([key, value]) => wanted.get(key) === value);
}

/** Both without repeats. */
function haveSameMembers(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  const members = new Set(right);
  return left.every((value) => members.has(value));
}

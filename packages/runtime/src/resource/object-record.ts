import { ApiError } from "../error/api-error.js";
import { IndexValueError, type IndexProblem } from "../indexes/index-value-error.js";
import { indexValuesOf } from "../indexes/index-values.js";
import type { ObjectRecord } from "@cmgen/store";
import { assertSize, type PrintedObject } from "./assert-size.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { printStored, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/**
 * Makes the record that the store keeps of an object; `before` is the object that it replaces.
 *
 * @throws {ApiError} `TooLarge` when the object exceeds the size limit, `Invalid` when an index cannot hold its value, `InternalError` when an
 * index function throws.
 */
export function recordOf(context: WriteContext, object: StoredObject, before?: PrintedObject): ObjectRecord {
  const { metadata } = object;
  const data = printStored(object);
  assertSize({ object, data }, context.maxObjectBytes, before);
  return {
    name: metadata.name,
    version: metadata.version,
    createdAt: Date.parse(metadata.creationTimestamp),
    deletedAt: metadata.deletionTimestamp === undefined ? null : Date.parse(metadata.deletionTimestamp),
    data,
    indexValues: valuesOf(context, object),
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

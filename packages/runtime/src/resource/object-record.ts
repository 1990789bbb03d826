import { ApiError } from "../error/api-error.js";
import { IndexValueError, type IndexProblem } from "../indexes/index-value-error.js";
import { indexValuesOf } from "../indexes/index-values.js";
import type { ObjectRecord } from "../store/store.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { printStored, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/**
 * What the store is given of an object.
 *
 * @throws {ApiError} `TooLarge` when the object outgrows what a body may be, `Invalid` when an index function throws on it.
 */
export function recordOf(context: WriteContext, object: StoredObject): ObjectRecord {
  const { metadata } = object;
  const data = printStored(object);
  if (data.length > context.maxObjectBytes) {
    throw new ApiError(
      "TooLarge",
      `The object would have ${data.length} bytes; it may have ${context.maxObjectBytes}.`,
    );
  }
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

function valuesOf({ model, log }: WriteContext, object: StoredObject): ObjectRecord["indexValues"] {
  try {
    return indexValuesOf(model, object);
  } catch (error) {
    if (!(error instanceof IndexValueError)) throw error;
    if (error.problems.some(isFailure))
      log.error("an index function threw", { plural: model.plural, name: object.metadata.name, error });
    throw invalid(error.problems.map(brokenRule));
  }
}

/** The function of the index threw: its message is for the log. */
function isFailure(problem: IndexProblem): boolean {
  return problem.cause !== undefined;
}

function brokenRule(problem: IndexProblem): BrokenRule {
  const message = isFailure(problem) ? "cannot be computed" : problem.message;
  return { path: "", keyword: "index", message: `cannot be indexed: ${problem.index} ${message}` };
}

import type { ProblemCause } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";

/** An operation that was refused. */
export interface FailedOperation {
  readonly place: number;
  readonly error: ApiError;
}

/** The refusal of a batch that is done whole or not at all. */
export class BatchRefusal extends ApiError {
  /** What was in the way, in the order of the operations. */
  readonly failed: readonly FailedOperation[];

  constructor(failed: readonly FailedOperation[], ...problem: ConstructorParameters<typeof ApiError>) {
    super(...problem);
    this.failed = failed;
  }
}

/** Causes that one answer has, at most. */
const MOST_CAUSES = 1000;

/**
 * The refusal of a batch that is done whole or not at all: with the status and the code of the first operation that was refused, and every cause
 * of all of them. Its pointers are into the batch.
 */
export function batchProblem(failed: readonly FailedOperation[]): BatchRefusal {
  const [first] = failed;
  if (first === undefined) throw new TypeError("No operation failed.");
  const { code, extras, headers, message } = first.error;
  const more = failed.length === 1 ? "" : ` ${failed.length - 1} more could not be done.`;
  const detail = `Nothing was written, because ${placeOf(first)} could not be done: ${message}${more}`;
  const errors = failed.flatMap(causesOf).slice(0, MOST_CAUSES);
  return new BatchRefusal(failed, code, detail, { errors, extras, headers });
}

/** As pointers count: the first is 0. */
function placeOf({ place }: Pick<FailedOperation, "place">): string {
  return `/operations/${place}`;
}

function causesOf({ place, error }: FailedOperation): readonly ProblemCause[] {
  const at = placeOf({ place });
  if (error.errors.length === 0) return [{ path: at, code: error.code, message: error.message }];
  return error.errors.map((cause) => ({ ...cause, path: `${at}/object${cause.path}` }));
}

import type { ProblemCause } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";

/** A broken rule of the schema, the naming rules or the lifecycle. */
export interface BrokenRule {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** The refusal of an invalid object, or of another body, with all broken rules (HTTP API, Errors). */
export function invalid(broken: readonly BrokenRule[], subject = "The object"): ApiError {
  const errors = broken.map(({ path, keyword, message }): ProblemCause => ({ path, code: keyword, message }));
  const [first] = errors;
  const detail =
    errors.length === 1 && first !== undefined ? describe(first, subject) : `${subject} breaks ${errors.length} rules.`;
  return new ApiError("Invalid", detail, { errors });
}

/** A plugin's messages are complete sentences; all others continue after the path. */
function describe({ path, code, message }: ProblemCause, subject: string): string {
  return code === "check" ? message : `${path === "" ? subject : path} ${message}.`;
}

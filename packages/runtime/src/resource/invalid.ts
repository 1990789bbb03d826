import type { ProblemCause } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";

/** A broken rule as it was found: by the schema, by the naming rules, or by the lifecycle. */
export interface BrokenRule {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** The refusal of an object that breaks rules: every one of them at once (contract, Errors). */
export function invalid(broken: readonly BrokenRule[]): ApiError {
  const errors = broken.map(({ path, keyword, message }): ProblemCause => ({ path, code: keyword, message }));
  const [first] = errors;
  const detail =
    errors.length === 1 && first !== undefined
      ? `${first.path === "" ? "The object" : first.path} ${first.message}.`
      : `The object breaks ${errors.length} rules.`;
  return new ApiError("Invalid", detail, { errors });
}

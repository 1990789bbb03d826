import { apiVersionOf } from "@cmgen/model";
import { ApiError, isApiError } from "../../error/api-error.js";
import { isError } from "../../log/describe-error.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { beforeDeadline } from "./before-deadline.js";
import type { HookName } from "./hooks.js";

/** A call of a hook: which, on what object, and how long it may take. */
export interface HookCall {
  readonly hook: HookName;
  readonly model: ModelDescriptor;
  /** Name of the object. */
  readonly name: string;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
}

/**
 * Calls a hook, and waits for it as long as it may take. What it comes to later is ignored, be it an error.
 *
 * @throws {ApiError} as it was thrown by the hook, which refuses the write by it; `InternalError` for any other failure.
 */
export async function callHook<Result>(call: HookCall, run: (signal: AbortSignal) => Result): Promise<Awaited<Result>> {
  const late = new AbortController();
  try {
    return await beforeDeadline(run(late.signal), call.deadline);
  } catch (error) {
    late.abort();
    throw isApiError(error) ? error : hookFault(call, error);
  }
}

/** A hook's failure, for the caller an `InternalError` that tells nothing. The log is told which hook failed, on what, and why. */
export function hookFault(call: HookCall, cause: unknown): ApiError {
  const known = isError(cause) ? cause : new Error(`It threw ${describe(cause)}, which is not an error.`);
  return ApiError.from(new Error(`${describeHook(call)} failed on ${call.name}`, { cause: known }));
}

function describeHook({ hook, model }: HookCall): string {
  return `The hook ${hook} of ${apiVersionOf(model)} ${model.kind}`;
}

/** Anything can be thrown, even what has no text. */
function describe(value: unknown): string {
  if (typeof value === "object") return "an object";
  return typeof value === "function" ? "a function" : String(value);
}

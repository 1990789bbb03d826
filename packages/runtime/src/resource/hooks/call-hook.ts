import { apiVersionOf } from "@cmgen/model";
import { ApiError, isApiError } from "../../error/api-error.js";
import { isError } from "../../log/describe-error.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { beforeDeadline } from "./before-deadline.js";
import type { HookName } from "./hooks.js";
import { inSpan, type Traced } from "../../trace/telemetry.js";

/** A call of a hook: which one, on which object, and its deadline. */
export interface HookCall {
  readonly hook: HookName;
  readonly model: ModelDescriptor;
  /** Name of the object. */
  readonly name: string;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
}

/**
 * Calls a hook and waits until its deadline. A later result or error is ignored.
 *
 * @throws {ApiError} that the hook throws to refuse the write; `InternalError` for any other failure.
 */
export async function callHook<Result>(call: HookCall, run: (signal: AbortSignal) => Result): Promise<Awaited<Result>> {
  const late = new AbortController();
  try {
    return await inSpan(
      () => spanOf(call),
      () => beforeDeadline(run(late.signal), call.deadline),
    );
  } catch (error) {
    late.abort();
    throw isApiError(error) ? error : hookFault(call, error);
  }
}

function spanOf({ hook, model, name }: HookCall): Traced {
  return { name: `hook ${hook} ${model.plural}`, attributes: { "cmgen.object": name } };
}

/** A hook's failure: for the caller an `InternalError` without details. The log has the hook, the object and the reason. */
export function hookFault(call: HookCall, cause: unknown): ApiError {
  const known = isError(cause) ? cause : new Error(`It threw ${describe(cause)}, which is not an error.`);
  return ApiError.from(new Error(`${describeHook(call)} failed on ${call.name}`, { cause: known }));
}

function describeHook({ hook, model }: HookCall): string {
  return `The hook ${hook} of ${apiVersionOf(model)} ${model.kind}`;
}

/** Anything can be thrown, even a value without a text form. */
function describe(value: unknown): string {
  if (typeof value === "object") return "an object";
  return typeof value === "function" ? "a function" : String(value);
}

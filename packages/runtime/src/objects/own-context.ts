import { mayDo } from "../access/access-control.js";
import { type AccessOf, type Asked, ObjectAccess } from "../access/object-access.js";
import { ApiError } from "../error/api-error.js";
import type { WriteContext } from "../resource/write-context.js";

/** What a plugin's own code works with, for something that it asks of a resource. */
export type OwnContexts = (asked: Asked) => WriteContext;

/**
 * The contexts of a plugin's own code, which may do everything; or of code that acts as a caller.
 *
 * @throws {ApiError} `Forbidden` for what no role of the caller allows.
 */
export function ownContexts(context: WriteContext, caller: AccessOf | undefined): OwnContexts {
  if (caller === undefined) return () => context;
  const whole = new ObjectAccess(context.view, caller, { verb: "get" });
  return (asked) => {
    const { model } = context.view;
    if (mayDo(caller, model, asked)) return { ...context, access: whole.for(asked) };
    throw new ApiError(
      "Forbidden",
      `No role of ${JSON.stringify(caller.caller.name)} allows to ${asked.verb} ${model.plural}.`,
    );
  };
}

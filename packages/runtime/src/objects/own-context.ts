import { mayDo } from "../access/access-control.js";
import { type AccessOf, type Asked, ObjectAccess } from "../access/object-access.js";
import type { Writer } from "../access/writer.js";
import { ApiError } from "../error/api-error.js";
import type { WriteContext } from "../resource/write-context.js";

/** As whom code works with objects. */
export interface ActingAs {
  /** Who is said to have written. */
  readonly writer: () => Writer;
  /** Whose rights limit it; absent for the plugin, which may do everything. */
  readonly caller?: AccessOf | undefined;
}

/** What a plugin's own code works with, for something that it asks of a resource. */
export type OwnContexts = (asked: Asked) => WriteContext;

/**
 * The contexts of a plugin's own code, which may do everything; or of code that acts as a caller.
 *
 * @throws {ApiError} `Forbidden` for what no role of the caller allows.
 */
export function ownContexts(context: WriteContext, { writer, caller }: ActingAs): OwnContexts {
  const written = ({ verb }: Asked): WriteContext =>
    isReading(verb) ? context : { ...context, origin: { verb, ...writer() } };
  if (caller === undefined) return written;
  const whole = new ObjectAccess(context.view, caller, { verb: "get" });
  return (asked) => {
    const { model } = context.view;
    const { verb, subresource = "" } = asked;
    if (mayDo(caller, model, asked)) return { ...written(asked), access: whole.for(asked) };
    const what = `${model.plural}${subresource === "" ? "" : `/${subresource}`}`;
    throw new ApiError("Forbidden", `No role of ${JSON.stringify(caller.caller.name)} allows to ${verb} ${what}.`);
  };
}

function isReading(verb: Asked["verb"]): boolean {
  return verb === "get" || verb === "list" || verb === "watch";
}

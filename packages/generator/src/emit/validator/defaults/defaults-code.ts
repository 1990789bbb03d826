import type { Model } from "../../../model/model.js";
import type { RuntimeFunction } from "../../../validator/surroundings.js";
import { type DefaultsContext, DefaultsWriter } from "./defaults-writer.js";

/** The functions that write the defaults of a model's objects. */
export interface DefaultsCode {
  /** The function to call with the object; absent where there is no default. */
  readonly root?: string;
  readonly functions: readonly string[];
  readonly imports: readonly RuntimeFunction[];
}

/**
 * Code that writes the defaults of `spec` and `status`, those of nested objects too: where the object around a property is there
 * and the property is not. In a union a default is written where the value's tag or JSON type tells which member is meant.
 */
export function defaultsCode(model: Model, context: DefaultsContext): DefaultsCode {
  const writer = new DefaultsWriter(context);
  const root = writer.modelFunction(model);
  return { ...(root !== undefined && { root }), functions: writer.functions, imports: [...writer.imports].toSorted() };
}

import type { Name } from "ajv";

import type { SymbolName } from "../render/runtime-symbols.js";

/** A value of the runtime that a validator's code uses by its name. */
export type RuntimeFunction = SymbolName<"@cmgen/runtime/codegen">;

/** How the code of keywords reaches what stands outside of the function that it is part of. */
export interface Surroundings {
  runtime(name: RuntimeFunction): Name;
  /** The function that checks what `reference` refers to. */
  check(reference: string): Name;
  /** A `WeakMap` that is empty whenever the check of a value begins. */
  memory(): Name;
  /** The schema that a `$ref` refers to. */
  target(reference: string): object;
}

import type { SymbolName } from "../../render/runtime-symbols.js";

/** A value of the runtime that a validator's code uses by its name. */
export type RuntimeFunction = SymbolName<"@cmgen/runtime/codegen">;

/** What the compiler would require of its own, and what the runtime calls it. */
export const runtimeNames: Readonly<Record<string, RuntimeFunction>> = {
  'require("ajv/dist/runtime/ucs2length").default': "ucs2length",
  'require("ajv/dist/runtime/equal").default': "equal",
  equal: "equal",
  repeatedItem: "repeatedItem",
  repeatedKey: "repeatedKey",
};

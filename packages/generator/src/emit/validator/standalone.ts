import type { SourceCode, ValidateFunction } from "ajv/dist/types/index.js";
import type { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";

import { createBindings } from "./bindings.js";
import { plainSource } from "./plain-source.js";
import type { RuntimeFunction } from "./runtime-functions.js";

/** What a module needs to hold a compiled function and all it calls. */
export interface StandaloneCode {
  /** Name of the function that was asked for. */
  readonly root: string;
  /** Declarations of constants, a line each. */
  readonly constants: readonly string[];
  /** Declarations of functions, the one asked for first. */
  readonly functions: readonly string[];
  readonly imports: readonly RuntimeFunction[];
}

/** Finds the name of a function by the schema it was compiled from. */
export type NameOfSchema = (schema: unknown) => string;

/** A function the compiler made, with the source it keeps. */
export interface Compiled extends ValidateFunction {
  readonly source: SourceCode;
}

/**
 * A compiled function with everything it calls, as text that stands on its own. The compiler's own standalone form requires its
 * run-time files; this takes the same things from the runtime, and gives functions the names of their types, so that a model's
 * file does not change when another model does.
 */
export function standaloneCode(root: ValidateFunction, nameOf: NameOfSchema): StandaloneCode {
  const bindings = createBindings(nameOf);
  const functions = withCalled(compiled(root)).map(({ source, schema }) => {
    bindings.add(source);
    return plainSource(source.validateCode, {
      limitLoops: !looksForItems(schema),
      rename: bindings.nameOf,
      use: bindings.use,
    });
  });
  return {
    root: nameOf(root.schema),
    constants: bindings.constants,
    functions,
    imports: [...bindings.imports].toSorted(),
  };
}

/** The function and those it calls, directly or not, in the order in which they are first called. */
function withCalled(root: Compiled): readonly Compiled[] {
  const functions = new Set([root]);
  // A set goes through what is added to it on the way.
  for (const { source } of functions) for (const called of callsOf(source)) functions.add(called);
  return [...functions];
}

function callsOf({ scopeValues }: SourceCode): readonly Compiled[] {
  const direct = [...(scopeValues["validate"] ?? [])].map((name) => compiled(referent(name) as ValidateFunction));
  const recursive = [...(scopeValues["wrapper"] ?? [])].map((name) => compiled((referent(name) as SchemaEnv).validate));
  return [...direct, ...recursive];
}

/** The compiler types what a name stands for as unknown; by the name's prefix it is a function or a schema's environment. */
function referent(name: ValueScopeName): unknown {
  return name.value?.ref;
}

function compiled(validate: ValidateFunction | SchemaEnv["validate"]): Compiled {
  if (validate?.source === undefined) throw new Error("The compiler kept no source of a validator.");
  return validate as Compiled;
}

/** `contains` goes on where an item does not fit; the word may also be a property's name, which costs nothing. */
function looksForItems(schema: unknown): boolean {
  return JSON.stringify(schema).includes('"contains"');
}

import type { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { SourceCode, ValidateFunction } from "ajv/dist/types/index.js";

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
  /** Names that start empty with each value that is checked. */
  readonly attempts: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

/** The name of a type, for the function compiled from its schema. */
export type OwnerOfSchema = (schema: unknown) => string;

/** Writes the code of compiled functions. What two of them call is written once and stands in both modules. */
export interface StandaloneWriter {
  codeOf(validate: ValidateFunction): StandaloneCode;
}

/** A function the compiler made, with the source it keeps. */
interface Compiled extends ValidateFunction {
  readonly source: SourceCode;
}

/** One function as text, and what it needs around it. */
interface FunctionText {
  readonly source: string;
  readonly constants: readonly string[];
  readonly attempts: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

/**
 * The compiler's own standalone form requires its run-time files, and numbers its names by what it compiled before. This takes the
 * same things from the runtime and calls functions by their types, so that a model's file does not change when another model does.
 */
export function createStandaloneWriter(ownerOf: OwnerOfSchema): StandaloneWriter {
  const nameOf = (schema: unknown): string => `check${ownerOf(schema)}`;
  const written = new Map<Compiled, FunctionText>();
  const write = (validate: Compiled): FunctionText => {
    const known = written.get(validate);
    if (known !== undefined) return known;
    const { source, schema } = validate;
    const bindings = createBindings(source, ownerOf(schema), nameOf);
    const options = { limitLoops: !looksForItems(schema), rename: bindings.nameOf, use: bindings.use };
    const text = { ...bindings, source: plainSource(source.validateCode, options) };
    written.set(validate, text);
    return text;
  };
  return {
    codeOf(validate) {
      const texts = withCalled(compiled(validate)).map(write);
      return {
        root: nameOf(validate.schema),
        constants: texts.flatMap(({ constants }) => constants),
        attempts: texts.flatMap(({ attempts }) => attempts),
        functions: texts.map(({ source }) => source),
        imports: new Set(texts.flatMap(({ imports }) => [...imports])),
      };
    },
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

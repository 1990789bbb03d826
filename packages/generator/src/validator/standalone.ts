import { schemaOf } from "../schema/schema-of.js";
import type { Model, ProjectModel } from "../model/model.js";
import type { Type } from "../model/type.js";
import { oncePer } from "../model/once-per.js";
import type { RecentValues } from "../memory/recent-values.js";
import { type CompiledFunction, compileFunction } from "./compile-function.js";
import { createSourceCompiler } from "./compiler.js";
import { type NamedSchema, projectSchemas, type TypeNaming } from "./project-schemas.js";
import type { RuntimeFunction } from "./surroundings.js";
import { validatorForms } from "./validator-forms.js";

/** What a module needs to hold compiled functions and all they call. */
export interface StandaloneCode {
  /** Names of the functions that were asked for. */
  readonly roots: readonly string[];
  /** Declarations of functions, those asked for first. */
  readonly functions: readonly string[];
  /** Names of variables that are a new `WeakMap` whenever the check of a value begins. */
  readonly memories: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

/** A type that has no name, and what its function is called after: unique in a module. */
export interface OwnedType {
  readonly owner: string;
  readonly type: Type;
}

/** What earlier runs of this process compiled, by what it was made from. */
export type KnownFunctions = RecentValues<CompiledFunction>;

export interface StandaloneWriter {
  /** @throws {Error} for a model of another project. */
  codeOf(model: Model): StandaloneCode;
  /** For values of types, in one module. */
  codeOfTypes(types: readonly OwnedType[]): StandaloneCode;
}

/**
 * Writes the code that checks the objects of a project's models. Each schema is compiled when it is first needed; what two models call
 * is in the modules of both.
 */
export function createStandaloneWriter(
  project: ProjectModel,
  naming: TypeNaming,
  known?: KnownFunctions,
): StandaloneWriter {
  const schemas = projectSchemas(project, naming, validatorForms);
  const context = { schemas, compile: createSourceCompiler() };
  const make = oncePer((named: NamedSchema): CompiledFunction =>
    known === undefined
      ? compileFunction(named, context)
      : known.get(schemas.textOf(named), () => compileFunction(named, context)),
  );
  const functionOf = (reference: string): CompiledFunction => make(schemas.named(reference));
  const codeFrom = (roots: readonly CompiledFunction[]): StandaloneCode => {
    const functions = new Set(roots);
    // A set goes through what is added to it on the way.
    for (const { calls } of functions) for (const reference of calls) functions.add(functionOf(reference));
    const all = [...functions];
    return {
      roots: roots.map(({ name }) => name),
      functions: all.map(({ declaration }) => declaration),
      memories: all.flatMap(({ memories }) => memories),
      imports: new Set(all.flatMap(({ imports }) => [...imports])),
    };
  };
  return {
    codeOf: (model) => codeFrom([functionOf(schemas.referenceTo(model))]),
    codeOfTypes: (types) =>
      codeFrom(types.map(({ owner, type }) => make({ owner, schema: schemaOf(type, schemas.context) }))),
  };
}

import { schemaOf } from "../emit/schema/schema-of.js";
import type { Model, ProjectModel } from "../model/model.js";
import type { Type } from "../model/type.js";
import { type CompiledFunction, compileFunction } from "./compile-function.js";
import { createSourceCompiler } from "./compiler.js";
import { projectSchemas, type TypeNaming } from "./project-schemas.js";
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
export function createStandaloneWriter(project: ProjectModel, naming: TypeNaming): StandaloneWriter {
  const schemas = projectSchemas(project, naming, validatorForms);
  const context = { schemas, compile: createSourceCompiler() };
  const compiled = new Map<string, CompiledFunction>();
  const functionOf = (reference: string): CompiledFunction => {
    const made = compiled.get(reference) ?? compileFunction(schemas.named(reference), context);
    compiled.set(reference, made);
    return made;
  };
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
      codeFrom(
        types.map(({ owner, type }) => compileFunction({ owner, schema: schemaOf(type, schemas.context) }, context)),
      ),
  };
}

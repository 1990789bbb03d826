import type { Model, ProjectModel } from "../model/model.js";
import { type CompiledFunction, compileFunction } from "./compile-function.js";
import { createSourceCompiler } from "./compiler.js";
import { projectSchemas, type TypeNaming } from "./project-schemas.js";
import type { RuntimeFunction } from "./surroundings.js";
import { validatorForms } from "./validator-forms.js";

/** What a module needs to hold a compiled function and all it calls. */
export interface StandaloneCode {
  /** Name of the function that was asked for. */
  readonly root: string;
  /** Declarations of functions, the one asked for first. */
  readonly functions: readonly string[];
  /** Names of variables that are a new `WeakMap` whenever the check of a value begins. */
  readonly memories: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

export interface StandaloneWriter {
  /** @throws {Error} for a model of another project. */
  codeOf(model: Model): StandaloneCode;
}

/**
 * Writes the code that checks the objects of a project's models. Each schema is compiled when it is first needed; what two models call
 * stands in the modules of both.
 */
export function createStandaloneWriter(project: ProjectModel, naming: TypeNaming): StandaloneWriter {
  const schemas = projectSchemas(project, naming, validatorForms);
  const context = { schemas, compile: createSourceCompiler() };
  const compiled = new Map<string, CompiledFunction>();
  const functionOf = (reference: string): CompiledFunction => {
    const known = compiled.get(reference) ?? compileFunction(schemas.named(reference), context);
    compiled.set(reference, known);
    return known;
  };
  return {
    codeOf(model) {
      const root = functionOf(schemas.referenceTo(model));
      const functions = new Set([root]);
      // A set goes through what is added to it on the way.
      for (const { calls } of functions) for (const reference of calls) functions.add(functionOf(reference));
      const all = [...functions];
      return {
        root: root.name,
        functions: all.map(({ declaration }) => declaration),
        memories: all.flatMap(({ memories }) => memories),
        imports: new Set(all.flatMap(({ imports }) => [...imports])),
      };
    },
  };
}

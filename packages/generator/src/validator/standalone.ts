import type { SchemaForms } from "../schema/schema-forms.js";
import type { SchemaContext } from "../schema/schema-of.js";
import type { Model, ProjectModel } from "../model/model.js";
import { oncePer } from "../model/once-per.js";
import type { RecentValues } from "../memory/recent-values.js";
import { type CompiledFunction, compileFunction } from "./compile-function.js";
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

/** What earlier runs of this process compiled, by what it was made from. */
export type KnownFunctions = RecentValues<CompiledFunction>;

export interface StandaloneWriter {
  /** How schemas refer to those of the project. */
  readonly context: SchemaContext;
  /** @throws {Error} for a model of another project. */
  codeOf(model: Model): StandaloneCode;
  /** For values of several schemas, in one module. */
  codeOfSchemas(schemas: readonly NamedSchema[]): StandaloneCode;
}

export interface StandaloneOptions extends TypeNaming {
  /** Default: those of a validator. */
  readonly forms?: SchemaForms;
  readonly known?: KnownFunctions | undefined;
}

/**
 * Writes the code that checks the objects of a project's models. Each schema is compiled when it is first needed; what two models call
 * is in the modules of both.
 */
export function createStandaloneWriter(
  project: Pick<ProjectModel, "models" | "types">,
  { forms = validatorForms, known, ...naming }: StandaloneOptions,
): StandaloneWriter {
  const schemas = projectSchemas(project, naming, forms);
  const make = oncePer((named: NamedSchema): CompiledFunction =>
    known === undefined
      ? compileFunction(named, schemas)
      : known.get(schemas.textOf(named), () => compileFunction(named, schemas)),
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
    context: schemas.context,
    codeOf: (model) => codeFrom([functionOf(schemas.referenceTo(model))]),
    codeOfSchemas: (named) => codeFrom(named.map(make)),
  };
}

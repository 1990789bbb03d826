import type { Model, ProjectModel } from "../../model/model.js";
import type { TypeIndex } from "../schema/type-index.js";
import { createCompiler } from "./compiler.js";
import { projectSchemas } from "./project-schemas.js";
import { standaloneCode, type StandaloneCode } from "./standalone.js";

export interface ProjectValidators {
  /** @throws {Error} for a model of another project. */
  codeOf(model: Model): StandaloneCode;
}

/** What types are called: in the project, and in emitted code. */
export interface TypeNaming {
  readonly index: TypeIndex;
  readonly names: ReadonlyMap<string, string>;
}

/** Compiles the schemas of a project with one compiler, each when it is first needed and then no more. */
export function compileProject(project: ProjectModel, { index, names }: TypeNaming): ProjectValidators {
  const schemas = projectSchemas(project, index, names);
  const compiler = createCompiler();
  const functionNames = new Map<unknown, string>();
  for (const { id, schema, functionName } of schemas.all) {
    compiler.addSchema(schema, id);
    functionNames.set(schema, functionName);
  }
  const nameOf = (schema: unknown): string => {
    const name = functionNames.get(schema);
    if (name === undefined) throw new Error("The compiler made a function of a schema that is not the project's.");
    return name;
  };
  return {
    codeOf(model) {
      const id = schemas.ofModel(model)?.id;
      const validate = id === undefined ? undefined : compiler.getSchema(id);
      if (validate === undefined) throw new Error(`The model "${model.kind}" is not one of the project's.`);
      return standaloneCode(validate, nameOf);
    },
  };
}

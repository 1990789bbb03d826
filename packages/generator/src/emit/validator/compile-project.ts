import type { Model, ProjectModel } from "../../model/model.js";
import type { TypeIndex } from "../schema/type-index.js";
import { createCompiler } from "./compiler.js";
import { projectSchemas } from "./project-schemas.js";
import { createStandaloneWriter, type StandaloneCode } from "./standalone.js";

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
  const owners = new Map<unknown, string>();
  for (const { id, schema, owner } of schemas.all) {
    compiler.addSchema(schema, id);
    owners.set(schema, owner);
  }
  const writer = createStandaloneWriter((schema) => {
    const owner = owners.get(schema);
    if (owner === undefined) throw new Error("The compiler made a function of a schema that is not the project's.");
    return owner;
  });
  return {
    codeOf(model) {
      const id = schemas.ofModel(model)?.id;
      const validate = id === undefined ? undefined : compiler.getSchema(id);
      if (validate === undefined) throw new Error(`The model "${model.kind}" is not one of the project's.`);
      return writer.codeOf(validate);
    },
  };
}

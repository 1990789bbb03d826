import { transformSync } from "rolldown/utils";
import { modelNames } from "../../packages/generator/src/render/model-names.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import type { Violation } from "../../packages/model/src/index.js";
import * as vocabulary from "../../packages/model/src/internal.js";
import * as defaults from "../../packages/runtime/src/model/defaults.js";

export type Validate = (value: unknown) => readonly Violation[];

/** What `@cmgen/runtime/codegen` gives to validators, from its source: a validator may import nothing else. */
const runtime = { ...defaults, ...vocabulary, equal: vocabulary.jsonEqual };

/** Emits the validators of a project and runs their modules; by kind. */
export function loadValidators(project: ProjectModel): ReadonlyMap<string, Validate> {
  const files = validatorEmitter().emit(project, { outDir: "src/generated", prismaDir: "prisma" });
  return new Map(
    project.models.map((model, at) => [
      model.kind,
      loadValidator(files[at]?.contents ?? "", modelNames(model).validate),
    ]),
  );
}

/** Runs the module of a validator and returns the function called `name`. */
export function loadValidator(source: string, name: string): Validate {
  const { code, errors } = transformSync("validator.ts", source, { lang: "ts" });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const body = code
    .replaceAll(/^import \{([^}]*)\} from ("[^"]*");$/gm, (_, names: string, from: string) => {
      return `const {${names.replaceAll(" as ", ": ")}} = require(${from});`;
    })
    .replaceAll(/^export (?=function|const)/gm, "");
  const load = new Function("require", `"use strict";\n${body}\nreturn ${name};`) as (
    require: typeof moduleCalled,
  ) => Validate;
  return load(moduleCalled);
}

function moduleCalled(from: string): unknown {
  if (from === "@cmgen/runtime/codegen") return runtime;
  throw new Error(`A validator imports ${from}.`);
}

import type { Model, ProjectModel } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import type { EmitContext, Emitter } from "../../emitter/emitter.js";
import { modelFiles } from "../model-files.js";
import { modelNames } from "../../render/model-names.js";
import { findBearers } from "../../schema/property-bearers.js";
import { indexTypes } from "../../schema/type-index.js";
import { typeNames } from "../../render/type-names.js";
import { createStandaloneWriter, type KnownFunctions, type StandaloneWriter } from "../../validator/standalone.js";
import { defaultsCode } from "./defaults/defaults-code.js";
import type { DefaultsContext } from "./defaults/defaults-writer.js";

/** `<v>/<s>/validator.ts`: what checks a model's objects (spec 2.4), with no compiler at run time. */
export function validatorEmitter(known?: KnownFunctions): Emitter {
  return {
    name: "validator",
    emit(project, context) {
      const contentsOf = createValidatorWriter(project, known);
      return modelFiles(project, (model) => ({ path: validatorPath(model, context), contents: contentsOf(model) }));
    },
  };
}

export function validatorPath(model: Model, { outDir }: EmitContext): string {
  return `${outDir}/${modelNames(model).folder}/validator.ts`;
}

/** Writes the text of the validators of a project's models. */
export function createValidatorWriter(project: ProjectModel, known?: KnownFunctions): (model: Model) => string {
  const emission = prepare(project, known);
  return (model) => render("validator", validatorView(model, emission));
}

interface Emission {
  readonly validators: StandaloneWriter;
  readonly defaults: DefaultsContext;
}

function prepare(project: ProjectModel, known: KnownFunctions | undefined): Emission {
  const index = indexTypes(project);
  const names = typeNames(project);
  return {
    validators: createStandaloneWriter(project, { index, names }, known),
    defaults: {
      index,
      bearers: findBearers({ index, sought: (property) => property.default !== undefined }),
      nameOf: (type) => names.get(type) ?? type,
    },
  };
}

function validatorView(model: Model, { validators, defaults }: Emission): View {
  const code = validators.codeOf(model);
  const writing = defaultsCode(model, defaults);
  return {
    header: headerOf(model.module),
    imports: [
      importSymbols("@cmgen/runtime/codegen", "Violation", "violationsOf", ...code.imports, ...writing.imports),
    ],
    kind: model.kind,
    validateName: modelNames(model).validate,
    hasDefaults: writing.root !== undefined,
    defaultsName: writing.root ?? "",
    rootName: code.roots[0] ?? "",
    memories: code.memories,
    blocks: [...code.memories.map((name) => `let ${name};`), ...writing.functions, ...code.functions],
  };
}

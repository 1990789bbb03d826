import type { ProjectModel } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importSymbols } from "../../render/import-statement.js";
import { modelNames } from "../../render/model-names.js";
import { render } from "../../render/render.js";
import type { Emitter } from "../../emitter/emitter.js";
import { createCheckWriter } from "../../validator/check-writer.js";
import type { KnownFunctions } from "../../validator/standalone.js";
import { modelFiles } from "../model-files.js";

/** `<v>/<s>/validator.ts`: what checks a model's objects (spec 2.4), with no compiler at run time. */
export function validatorEmitter(known?: KnownFunctions): Emitter {
  return {
    name: "validator",
    emit(project: ProjectModel, { outDir }) {
      const writer = createCheckWriter(project, known);
      return modelFiles(project, (model) => {
        const { roots, defaults, described, functions, memories, imports } = writer.ofModel(model);
        const { folder, validate, defaults: defaultsName } = modelNames(model);
        const [ownDefaults = ""] = described;
        const view = {
          header: headerOf(model.module),
          imports: [
            importSymbols(
              "@cmgen/runtime/codegen",
              ...(ownDefaults === "" ? [] : (["ModelDefaults"] as const)),
              "Violation",
              "violationsOf",
              ...imports,
            ),
          ],
          defaultsName,
          ownDefaults,
          kind: model.kind,
          validateName: validate,
          defaults: defaults[0] ?? "",
          rootName: roots[0] ?? "",
          memories,
          blocks: [...memories.map((name) => `let ${name};`), ...functions],
        };
        return { path: `${outDir}/${folder}/validator.ts`, contents: render("validator", view) };
      });
    },
  };
}

import type { Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { render } from "../../render/render.js";
import type { Emitter } from "../../emitter/emitter.js";
import { modelNames } from "../../render/model-names.js";
import { importPath } from "../../paths/module-path.js";
import { grouped } from "../../model/grouped.js";
import { typesExports } from "../types/types-exports.js";
import { stringLiteral } from "../../render/text.js";

/** `<v>/models.ts`: the one module that hooks, controllers, endpoints and tests import the models of an API version from. */
export const modelsEmitter: Emitter = {
  name: "models",
  emit(project, { outDir }) {
    const exports = typesExports(project);
    return [...grouped(project.models, (model) => model.version)].map(([version, models]) => {
      const path = modelsModule(version);
      const header = headerOf(`this plugin's models of ${version}`);
      const resources = models.map((model) => resourceExport(model, path));
      const view = { header, resources, types: exports.get(version) ?? [] };
      return { path: `${outDir}/${path}`, contents: render("models", view) };
    });
  },
};

/** The module, relative to the folder of generated files. */
export function modelsModule(version: string): string {
  return `${version}/models.ts`;
}

function resourceExport(model: Model, path: string): string {
  const { folder, model: descriptor, createRouter } = modelNames(model);
  return `export { ${createRouter}, ${descriptor} } from ${stringLiteral(importPath(path, `${folder}/resource.ts`))};`;
}

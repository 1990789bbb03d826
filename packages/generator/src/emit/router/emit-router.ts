import type { Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";

/** `<v>/<s>/router.ts`: the handler of a model's endpoints (spec 4.1). */
export const routerEmitter: Emitter = {
  name: "router",
  emit: (project, { outDir }) =>
    project.models.map((model) => ({
      path: `${outDir}/${modelNames(model).folder}/router.ts`,
      contents: render("router", routerView(model)),
    })),
};

function routerView(model: Model): View {
  const names = modelNames(model);
  return {
    header: headerOf(model.module),
    imports: [
      importSymbols("@cmgen/runtime/codegen", "createResourceRouter", "RequestHandler", "Service"),
      importStatement("./descriptor.js", { values: [names.model] }),
    ],
    path: `/apis/${model.group}/${model.version}/${model.plural}`,
    createRouterName: names.createRouter,
    modelName: names.model,
  };
}

import type { LogicModule, Model, ProjectModel } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import type { Emitter } from "../emitter.js";
import { importPath } from "../module-path.js";
import { defaultImport, localNames, type Binding } from "./bindings.js";
import { modelNames, pascalCase } from "../model-names.js";

/** `plugin.ts`: the plugin as data, its resource types and its own logic. */
export const pluginEmitter: Emitter = {
  name: "plugin",
  emit: (project, { outDir }) => {
    const path = `${outDir}/plugin.ts`;
    return [{ path, contents: render("plugin", pluginView(project, outDir, path)) }];
  },
};

function pluginView(project: ProjectModel, outDir: string, file: string): View {
  const bindings = bindingsOf(project, outDir, file);
  const local = localNames([
    ...bindings.hooks,
    ...bindings.controllers,
    ...bindings.endpoints,
    ...bindings.resources.flat(),
  ]);
  return {
    header: headerOf("this plugin's models, hooks, controllers and endpoints"),
    imports: [importSymbols("@cmgen/runtime/codegen", "Plugin"), ...local.statements],
    name: project.name,
    root: "../".repeat(outDir.split("/").length),
    resources: bindings.resources.map(([model, router]) => ({
      model: local.of(model),
      createRouter: local.of(router),
    })),
    hooks: bindings.hooks.map(local.of).join(", "),
    controllers: bindings.controllers.map(local.of).join(", "),
    endpoints: bindings.endpoints.map(local.of).join(", "),
  };
}

interface PluginBindings {
  readonly hooks: readonly Binding[];
  readonly controllers: readonly Binding[];
  readonly endpoints: readonly Binding[];
  readonly resources: readonly (readonly [model: Binding, router: Binding])[];
}

function bindingsOf(project: ProjectModel, outDir: string, file: string): PluginBindings {
  const logic = (suffix: string) => (module: LogicModule) =>
    defaultImport(importPath(file, module.module), module.name + suffix);
  return {
    hooks: project.hooks.map(logic("Hooks")),
    controllers: project.controllers.map(logic("Controller")),
    endpoints: project.endpoints.map(logic("Endpoints")),
    resources: project.models.map((model) => {
      const folder = importPath(file, `${outDir}/${modelNames(model).folder}`);
      return resourceOf(model, folder, isInSeveralVersions(project, model) ? pascalCase(model.version) : "");
    }),
  };
}

/** Versions of a kind export the same names; here each is told apart by its version. */
function isInSeveralVersions({ models }: ProjectModel, { kind }: Model): boolean {
  return models.filter((model) => model.kind === kind).length > 1;
}

function resourceOf(model: Model, folder: string, suffix: string): readonly [Binding, Binding] {
  const names = modelNames(model);
  return [
    { from: `${folder}/descriptor.js`, exported: names.model, wanted: names.model + suffix },
    { from: `${folder}/router.js`, exported: names.createRouter, wanted: names.createRouter + suffix },
  ];
}

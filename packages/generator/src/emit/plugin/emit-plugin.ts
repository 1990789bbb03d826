import type { ManifestMode } from "../../config/config.js";
import type { ResolvedConfig } from "../../config/resolved-config.js";
import { userModel } from "../../model/user-model.js";
import { subscriptionModel } from "../../model/subscription-model.js";
import type { EndpointsModule, LogicModule, Model, ProjectModel } from "../../model/model.js";
import { pascalCase } from "../../model/name-case.js";
import { headerOf } from "../../render/header.js";
import { identifierOf } from "../../render/identifier.js";
import { importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import type { Emitter } from "../../emitter/emitter.js";
import { checksModule, checksName, typedModules } from "../endpoints/emit-endpoint-checks.js";
import { importPath } from "../../paths/module-path.js";
import { defaultImport, localNames, type Binding } from "./bindings.js";
import { modelNames } from "../../render/model-names.js";
import { modelsModule } from "../models/emit-models.js";
import { stringLiteral } from "../../render/text.js";

/** `plugin.ts`: the plugin as data, its resource types and its own logic. */
export function pluginEmitter({ manifests, users }: Pick<ResolvedConfig, "manifests" | "users">): Emitter {
  return {
    name: "plugin",
    emit: (project, { outDir }) => {
      const path = `${outDir}/plugin.ts`;
      const view = pluginView(project, outDir, path);
      const ofConfig = { manifests: manifestsText(project, manifests), signUp: signUpText(users) };
      return [{ path, contents: render("plugin", { ...view, ...ofConfig }) }];
    },
  };
}

/** Who may sign up; `""` in a service without users. */
function signUpText(users: ResolvedConfig["users"]): string {
  if (users === false) return "";
  return (users === true ? undefined : users.signUp) ?? "closed";
}

function manifestsText({ hasManifests }: ProjectModel, mode: ManifestMode): string {
  if (!hasManifests) return "";
  return mode === "create" ? "true" : stringLiteral(mode);
}

function pluginView(project: ProjectModel, outDir: string, file: string): View {
  const bindings = bindingsOf(project, outDir, file);
  const local = localNames([
    ...bindings.access,
    ...bindings.hooks,
    ...bindings.controllers,
    ...bindings.schedules,
    ...bindings.endpoints.flatMap(({ source, checks }) => [source, ...(checks === undefined ? [] : [checks])]),
    ...bindings.resources.flat(),
  ]);
  const descriptorOf = (model: Model | undefined): string => {
    const [binding] = model === undefined ? [] : (bindings.resources[project.models.indexOf(model)] ?? []);
    return binding === undefined ? "" : local.of(binding);
  };
  return {
    header: headerOf("this plugin's models, hooks, controllers, schedules and endpoints"),
    imports: [importSymbols("@cmgen/runtime/codegen", "Plugin"), ...local.statements],
    name: project.name,
    root: `${project.rootPath ?? outDir.split("/").fill("..").join("/")}/`,
    resources: bindings.resources.map(([model, router]) => ({
      model: local.of(model),
      createRouter: local.of(router),
    })),
    users: descriptorOf(userModel(project)),
    subscriptions: project.subscriptions === true ? descriptorOf(subscriptionModel(project)) : "",
    hooks: bindings.hooks.map(local.of).join(", "),
    controllers: bindings.controllers.map(local.of).join(", "),
    schedules: bindings.schedules.map(local.of).join(", "),
    access: bindings.access.map(local.of).join(""),
    endpoints: bindings.endpoints
      .map(({ source, checks }) =>
        checks === undefined ? local.of(source) : `{ source: ${local.of(source)}, checks: ${local.of(checks)} }`,
      )
      .join(", "),
  };
}

interface PluginBindings {
  /** Of the access file, if there is one. */
  readonly access: readonly Binding[];
  readonly hooks: readonly Binding[];
  readonly controllers: readonly Binding[];
  readonly schedules: readonly Binding[];
  readonly endpoints: readonly { readonly source: Binding; readonly checks: Binding | undefined }[];
  readonly resources: readonly (readonly [model: Binding, router: Binding])[];
}

function bindingsOf(project: ProjectModel, outDir: string, file: string): PluginBindings {
  const logic = (suffix: string) => (module: LogicModule) =>
    defaultImport(importPath(file, module.module), identifierOf(`${module.name} ${suffix}`));
  const typed = new Set(typedModules(project));
  const checksOf = (module: EndpointsModule): Binding => {
    const exported = checksName(module);
    return { from: importPath(file, `${outDir}/${checksModule(module)}`), exported, wanted: exported };
  };
  return {
    access: project.access === undefined ? [] : [defaultImport(importPath(file, project.access.module), "access")],
    hooks: project.hooks.map(logic("Hooks")),
    controllers: project.controllers.map(logic("Controller")),
    schedules: project.schedules.map(logic("Schedule")),
    endpoints: project.endpoints.map((module) => ({
      source: logic("Endpoints")(module),
      checks: typed.has(module) ? checksOf(module) : undefined,
    })),
    resources: resourcesOf(project, (version) => importPath(file, `${outDir}/${modelsModule(version)}`)),
  };
}

/** Versions of a kind export the same names; here each is told apart by its version. */
function resourcesOf({ models }: ProjectModel, moduleOf: (version: string) => string): PluginBindings["resources"] {
  const versions = new Map<string, number>();
  for (const { kind } of models) versions.set(kind, (versions.get(kind) ?? 0) + 1);
  return models.map((model) => {
    const { model: descriptor, createRouter } = modelNames(model);
    const suffix = (versions.get(model.kind) ?? 0) > 1 ? pascalCase(model.version) : "";
    const binding = (exported: string): Binding => ({
      from: moduleOf(model.version),
      exported,
      wanted: exported + suffix,
    });
    return [binding(descriptor), binding(createRouter)];
  });
}

import { pascalCase } from "../model/name-case.js";
import { modelNames } from "../render/model-names.js";
import { kebabCase } from "./add-model.js";
import { EditError } from "./edit-error.js";
import type { AddController, AddEndpoint, AddHook, EditPlan } from "./edit-request.js";
import { modelToServe } from "./model-to-serve.js";
import { assertName, newModule } from "./new-module.js";
import type { OpenPlugin } from "./open-plugin.js";

/** Writes a controller of a model. */
export function addController(plugin: OpenPlugin, request: AddController): EditPlan {
  const { model } = modelToServe(plugin, request);
  const name = request.name ?? kebabCase(model.kind);
  assertName(name);
  return newModule(plugin, model, {
    path: `src/controllers/${name}.ts`,
    template: "add/controller",
    view: { name },
  });
}

/** Writes the hooks of a model, of which there is one set. */
export function addHook(plugin: OpenPlugin, request: AddHook): EditPlan {
  const { model, project } = modelToServe(plugin, request);
  const descriptor = modelNames(model).model;
  const known = project.hooks.find(({ model: of }) => of?.name === descriptor)?.model;
  if (known !== undefined) {
    const { file, start } = known.span;
    const message = `${model.kind} has hooks already, and a model has one set of them. Add to these.`;
    throw new EditError(message, { file, ...start });
  }
  return newModule(plugin, model, { path: `src/hooks/${kebabCase(model.kind)}.ts`, template: "add/hooks", view: {} });
}

const audiences = {
  console: { define: "consoleApi", prefix: "console.api" },
  "user-center": { define: "userCenterApi", prefix: "uc.api" },
  public: { define: "publicApi", prefix: "api" },
} as const;

/** Writes a module with a typed endpoint below an object of a model. */
export function addEndpoint(plugin: OpenPlugin, request: AddEndpoint): EditPlan {
  const { name, method, audience } = request;
  assertName(name);
  const { model, project } = modelToServe(plugin, request);
  const { define, prefix } = audiences[audience];
  const path = `/${model.plural}/{name}/${name}`;
  const apiVersion = `${prefix}.${model.group}/${model.version}`;
  const known = project.endpoints
    .filter((module) => module.base === `/apis/${apiVersion}`)
    .flatMap(({ endpoints }) => endpoints)
    .find((endpoint) => endpoint.path === path && endpoint.method === method.toUpperCase());
  if (known !== undefined) {
    const { file, start } = known.span;
    throw new EditError(`${known.method} ${path} is there already.`, { file, ...start });
  }
  const hasBody = method === "post" || method === "put" || method === "patch";
  const route = method === "delete" ? "del" : method;
  const imports = [define, "defineEndpoints", route, "typed"].toSorted().join(", ");
  const view = { imports, types: `${model.kind}${pascalCase(name)}`, hasBody, define, method: route, path };
  return newModule(plugin, model, { path: `src/endpoints/${name}.ts`, template: "add/endpoint", view });
}

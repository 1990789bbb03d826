import type { ClientPackage } from "../../config/config.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { render } from "../../render/render.js";
import { modelNames } from "../../render/model-names.js";

/** The page of a client's package: how to install it, and the first call. */
export function packageReadme(
  { name: plugin, description = "" }: ProjectModel,
  models: readonly Model[],
  { name }: ClientPackage,
): string {
  const clients = models.map((model) => ({
    createClient: modelNames(model).createClient,
    entry: `${name}/${model.version}`,
    plural: model.plural,
    apiVersion: `${model.group}/${model.version}`,
    deprecated: model.deprecated ?? "",
  }));
  const [model] = models;
  const first =
    model === undefined ? [] : clients.slice(0, 1).map((client) => ({ ...client, variable: variableOf(model) }));
  return render("client-readme", { name, plugin, description, clients, first });
}

/** A variable for a client; a plural may have a hyphen, or be a word of the language. */
function variableOf(model: Model): string {
  const { client } = modelNames(model);
  return `${client.charAt(0).toLowerCase()}${client.slice(1)}`;
}

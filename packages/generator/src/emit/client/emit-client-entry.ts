import type { Model, ProjectModel } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { render, type View } from "../../render/render.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { importPath } from "../module-path.js";
import { typeNames } from "../type-names.js";
import { typesModules, type TypesModule } from "../types/types-modules.js";

/** `<v>/client.ts`: the SDK of one API version, every client and type of it by name. It runs in a browser. */
export const clientEntryEmitter: Emitter = {
  name: "client-entry",
  emit: (project, { outDir }) =>
    versionsOf(project).map((version) => ({
      path: `${outDir}/${version}/client.ts`,
      contents: render("client-entry", entryView(project, version)),
    })),
};

function versionsOf({ models }: ProjectModel): string[] {
  return [...new Set(models.map(({ version }) => version))];
}

function entryView(project: ProjectModel, version: string): View {
  const file = `${version}/client.ts`;
  const models = project.models.filter((model) => model.version === version);
  const modules = typesModules(project).filter((module) => module.version === version);
  const names = typeNames(project);
  return {
    header: headerOf(`this plugin's models of ${version}`),
    version,
    clients: models.map((model) => clientExport(model, file)),
    types: modules.map((module) => typesExport(module, names, file)),
  };
}

function clientExport(model: Model, file: string): string {
  const { folder, createClient, client, indexTypes } = modelNames(model);
  const specifier = JSON.stringify(importPath(file, `${folder}/client.ts`));
  return `export { ${createClient}, type ${client}, type ${indexTypes} } from ${specifier};`;
}

function typesExport({ path, model, types }: TypesModule, names: ReadonlyMap<string, string>, file: string): string {
  const exported = [...envelopeNames(model), ...types.map((name) => names.get(name) ?? name)];
  return `export type { ${exported.join(", ")} } from ${JSON.stringify(importPath(file, path))};`;
}

function envelopeNames(model: Model | undefined): string[] {
  if (model === undefined) return [];
  const { object, stored, input, list } = modelNames(model);
  return [object, stored, input, list];
}

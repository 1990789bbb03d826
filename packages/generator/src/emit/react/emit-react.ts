import type { Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import { typeArgumentsOf } from "../client/emit-client.js";
import type { Emitter, GeneratedFile } from "../../emitter/emitter.js";
import { modelNames } from "../../render/model-names.js";
import { publicProject } from "../../model/public-project.js";
import { grouped } from "../../model/grouped.js";
import { importPath } from "../../paths/module-path.js";
import { runtimeImport } from "../runtime-import.js";
import { indexTypes, type TypeIndex } from "../../schema/type-index.js";
import type { TypesProject } from "../types/types-modules.js";
import { hookNames, type HookNames } from "../../render/hook-names.js";

/** `<v>/react.ts`: the React hooks of one API version, named after its models. It runs in a browser: it imports no server code. */
export const reactEmitter: Emitter = {
  name: "react",
  emit(project, { outDir }) {
    const headerFor = (version: string): string => headerOf(`this plugin's models of ${version}`);
    return reactFiles(project, headerFor).map((file) => ({ ...file, path: `${outDir}/${file.path}` }));
  },
};

/** The hooks of each API version, with paths relative to the folder of the types. */
export function reactFiles(whole: TypesProject, headerFor: (version: string) => string): readonly GeneratedFile[] {
  const project = publicProject(whole);
  const index = indexTypes(project);
  const served = project.models.filter((model) => model.served !== false);
  return [...grouped(served, (model) => model.version)].map(([version, models]) => {
    const path = `${version}/react.ts`;
    return { path, contents: render("react", { header: headerFor(version), ...viewOf(models, index, path) }) };
  });
}

function viewOf(models: readonly Model[], index: TypeIndex, path: string): View {
  const names = models.map(modelNames);
  const hooks = hookNames(models);
  const types = names.flatMap((of) => [of.stored, of.input, of.indexTypes]);
  const taken = [...types, ...hooks.flatMap((of) => [of.hooks, ...Object.values(of.exports)])];
  const { statement, local } = runtimeImport("@cmgen/client/react", ["createResourceHooks", "ResourceHooks"], taken);
  const clients = importStatement("./client.js", { values: names.map((of) => of.createClient) });
  const ofTypes = names.map((of) =>
    importStatement(importPath(path, `${of.folder}/types.ts`), { types: [of.stored, of.input, of.indexTypes] }),
  );
  return {
    imports: [statement, clients, ...ofTypes],
    runtime: local,
    models: models.map((model, at) => modelView(model, hooks[at], typeArgumentsOf(model, index, path))),
  };
}

function modelView(model: Model, names: HookNames | undefined, typeArguments: string): View {
  const { group, version, plural, deprecated = "" } = model;
  return {
    plural,
    apiVersion: `${group}/${version}`,
    createClient: modelNames(model).createClient,
    hooks: names?.hooks ?? "",
    typeArguments,
    exports: Object.entries(names?.exports ?? {}).map(([hook, name]) => ({ hook, name, deprecated })),
  };
}

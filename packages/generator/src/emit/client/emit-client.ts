import type { Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import type { Emitter } from "../emitter.js";
import { modelNames, type ModelNames } from "../model-names.js";
import { modelsByVersion } from "../models-by-version.js";
import { importPath } from "../module-path.js";
import { runtimeImport } from "../runtime-import.js";
import { typesExports } from "../types/types-exports.js";

/** `<v>/client.ts`: the SDK of one API version, every client and type of it by name. It runs in a browser: it imports no server code. */
export const clientEmitter: Emitter = {
  name: "client",
  emit(project, { outDir }) {
    const exports = typesExports(project);
    const served = { models: project.models.filter((model) => model.served !== false) };
    return [...modelsByVersion(served)].map(([version, models]) => {
      const path = `${version}/client.ts`;
      const view = {
        header: headerOf(`this plugin's models of ${version}`),
        ...importsOf(models, path),
        types: exports.get(version) ?? [],
        clients: models.map(clientView),
      };
      return { path: `${outDir}/${path}`, contents: render("client", view) };
    });
  },
};

function importsOf(
  models: readonly Model[],
  path: string,
): { readonly imports: readonly string[]; readonly runtime: View } {
  const names = models.map(modelNames);
  const typesOf = ({ stored, input, indexTypes }: ModelNames): readonly string[] => [stored, input, indexTypes];
  const { statement, local } = runtimeImport(
    "@cmgen/client",
    ["ClientOptions", "createResourceClient", "ResourceClient"],
    names.flatMap((of) => [of.client, of.createClient, ...typesOf(of)]),
  );
  const imports = names.map((of) => importStatement(importPath(path, `${of.folder}/types.ts`), { types: typesOf(of) }));
  return { imports: [statement, ...imports], runtime: local };
}

function clientView(model: Model): View {
  const { group, version, plural, kind } = model;
  const { createClient, client, stored, input, indexTypes } = modelNames(model);
  return {
    resource: Object.entries({ group, version, plural, kind }).map(([key, value]) => ({ key, value })),
    plural,
    apiVersion: `${group}/${version}`,
    createClient,
    client,
    typeArguments: `${stored}, ${input}, ${indexTypes}`,
    hasStatus: model.status !== undefined,
    deprecated: model.deprecated ?? "",
  };
}

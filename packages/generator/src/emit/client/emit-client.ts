import type { Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import { stringLiteral } from "../../render/text.js";
import type { Emitter } from "../emitter.js";
import { modelNames, type ModelNames } from "../model-names.js";
import { modelsByVersion } from "../models-by-version.js";
import { importPath } from "../module-path.js";
import { runtimeImport } from "../runtime-import.js";
import { indexTypes, type TypeIndex } from "../schema/type-index.js";
import { typesExports } from "../types/types-exports.js";

/** `<v>/client.ts`: the SDK of one API version, every client and type of it by name. It runs in a browser: it imports no server code. */
export const clientEmitter: Emitter = {
  name: "client",
  emit(project, { outDir }) {
    const exports = typesExports(project);
    const index = indexTypes(project);
    const served = { models: project.models.filter((model) => model.served !== false) };
    return [...modelsByVersion(served)].map(([version, models]) => {
      const path = `${version}/client.ts`;
      const view = {
        header: headerOf(`this plugin's models of ${version}`),
        ...importsOf(models, path),
        types: exports.get(version) ?? [],
        clients: models.map((model) => clientView(model, index, path)),
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
  const typesOf = (of: ModelNames): readonly string[] => [of.stored, of.input, of.indexTypes];
  const { statement, local } = runtimeImport(
    "@cmgen/client",
    ["ClientOptions", "createResourceClient", "ResourceClient"],
    names.flatMap((of) => [of.client, of.createClient, ...typesOf(of)]),
  );
  const imports = names.map((of) => importStatement(importPath(path, `${of.folder}/types.ts`), { types: typesOf(of) }));
  return { imports: [statement, ...imports], runtime: local };
}

/** What a client, and the hooks on it, are typed by: the model's own types, its indexes and its references. */
export function typeArgumentsOf(model: Model, index: TypeIndex, path: string): string {
  const { stored, input, indexTypes: ofIndexes } = modelNames(model);
  return [stored, input, ofIndexes, ...referencesText(model, index, path)].join(", ");
}

/** What each reference leads to, as the client's type of them; nothing where there are none. */
function referencesText({ version, references = [] }: Model, index: TypeIndex, path: string): readonly string[] {
  if (references.length === 0) return [];
  const members = references.map(({ index: name, apiVersion, kind }) => {
    const target = index.model({ apiVersion, name: kind });
    const { stored, folder } = modelNames(target);
    // Those of this version that are served are imported; in another the same name may mean something else.
    const isHere = target.version === version && target.served !== false;
    const type = isHere ? stored : `import(${stringLiteral(importPath(path, `${folder}/types.ts`))}).${stored}`;
    return `${stringLiteral(name)}: ${type}`;
  });
  return [`{ ${members.join("; ")} }`];
}

function clientView(model: Model, index: TypeIndex, path: string): View {
  const { group, version, plural, kind } = model;
  const { createClient, client } = modelNames(model);
  return {
    resource: Object.entries({ group, version, plural, kind }).map(([key, value]) => ({ key, value })),
    plural,
    apiVersion: `${group}/${version}`,
    createClient,
    client,
    typeArguments: typeArgumentsOf(model, index, path),
    hasStatus: model.status !== undefined,
    deprecated: model.deprecated ?? "",
  };
}

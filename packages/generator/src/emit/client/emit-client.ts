import type { IndexModel, IndexValueType, Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";

/** `<v>/<s>/client.ts`: the typed client of one resource. */
export const clientEmitter: Emitter = {
  name: "client",
  emit: (project, { outDir }) =>
    project.models.map((model) => ({
      path: `${outDir}/${modelNames(model).folder}/client.ts`,
      contents: render("client", clientView(model)),
    })),
};

/** How a client writes a value of an index: as the object's JSON does. */
const clientTypes: Readonly<Record<IndexValueType, string>> = {
  string: "string",
  integer: "number",
  int64: "string",
  number: "number",
  boolean: "boolean",
  timestamp: "string",
};

function clientView(model: Model): View {
  const names = modelNames(model);
  const { group, version, plural, kind } = model;
  return {
    header: headerOf(model.module),
    imports: [
      importSymbols("@cmgen/client", "ClientOptions", "ResourceClient", "createResourceClient"),
      importStatement("./types.js", { types: [names.input, names.stored] }),
    ],
    resource: Object.entries({ group, version, plural, kind }).map(([key, value]) => ({ key, value })),
    plural,
    apiVersion: `${group}/${version}`,
    createClientName: names.createClient,
    clientName: names.client,
    indexTypesName: names.indexTypes,
    input: names.input,
    stored: names.stored,
    indexes: model.indexes.map(indexView),
  };
}

function indexView({ name, multi, valueType = "string" }: IndexModel) {
  return { name, type: clientTypes[valueType], multi: String(multi) };
}

import type { Model } from "../../model/model.js";
import { publicProject } from "../../model/public-project.js";
import { uncapitalized } from "../../model/name-case.js";
import { headerOf } from "../../render/header.js";
import { jsonExpression } from "../../render/json-expression.js";
import { importStatement } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import { referencesType } from "../references-type.js";
import type { Emitter, GeneratedFile } from "../../emitter/emitter.js";
import { type EndpointGroup, endpointGroups, endpointKey, groupNames } from "../../render/endpoint-groups.js";
import { modelNames, type ModelNames } from "../../render/model-names.js";
import { grouped } from "../../model/grouped.js";
import { importPath } from "../../paths/module-path.js";
import { runtimeImport } from "../runtime-import.js";
import { indexTypes, type TypeIndex } from "../../schema/type-index.js";
import { typesExports } from "../types/types-exports.js";
import type { TypesProject } from "../types/types-modules.js";

/** `<v>/client.ts`: the SDK of one API version, every client and type of it by name. It runs in a browser: it imports no server code. */
export const clientEmitter: Emitter = {
  name: "client",
  emit(project, { outDir }) {
    const headerFor = (version: string, hasEndpoints: boolean): string =>
      headerOf(`this plugin's models ${hasEndpoints ? "and endpoints " : ""}of ${version}`);
    return clientFiles(project, headerFor).map((file) => ({ ...file, path: `${outDir}/${file.path}` }));
  },
};

/** The clients of each API version, with paths relative to the folder of the types. */
export function clientFiles(
  whole: TypesProject,
  headerFor: (version: string, hasEndpoints: boolean) => string,
): readonly GeneratedFile[] {
  const project = publicProject(whole);
  const exports = typesExports(project, { forCallers: true });
  const groups = endpointGroups(project);
  const index = indexTypes(project);
  const served = grouped(
    project.models.filter((model) => model.served !== false),
    (model) => model.version,
  );
  const versions = new Set([...served.keys(), ...groups.map(({ version }) => version)]);
  return [...versions].map((version) => {
    const path = `${version}/client.ts`;
    const models = served.get(version) ?? [];
    const ofEndpoints = groups.filter((group) => group.version === version);
    const view = {
      header: headerFor(version, ofEndpoints.length > 0),
      ...importsOf({ models, groups: ofEndpoints }, path),
      types: exports.get(version) ?? [],
      clients: models.map((model) => clientView(model, index, path)),
      hasBatch: hasBatchOf(models),
      groups: ofEndpoints.map(groupView),
    };
    return { path, contents: render("client", view) };
  });
}

/** What a module has clients of. */
interface Clients {
  readonly models: readonly Model[];
  readonly groups: readonly EndpointGroup[];
}

function importsOf(
  { models, groups }: Clients,
  path: string,
): { readonly imports: readonly string[]; readonly runtime: View } {
  const names = models.map(modelNames);
  const typesOf = (of: ModelNames): readonly string[] => [of.stored, of.input, of.indexTypes];
  const { statement, local } = runtimeImport(
    "@cmgen/client",
    [
      "ClientOptions",
      ...(groups.length > 0 ? (["createEndpointClient", "EndpointClient"] as const) : []),
      ...(models.length > 0 ? (["createResourceClient", "ResourceClient"] as const) : []),
      ...(hasBatchOf(models) ? (["Batch", "lazyBatch"] as const) : []),
    ],
    [...names.flatMap((of) => [of.client, of.createClient, ...typesOf(of)]), ...groups.map(({ name }) => name)],
  );
  const imports = names.map((of) => importStatement(importPath(path, `${of.folder}/types.ts`), { types: typesOf(of) }));
  const ofGroups =
    groups.length === 0 ? [] : [importStatement("./endpoints.js", { types: groups.map(({ name }) => name) })];
  return { imports: [statement, ...ofGroups, ...imports], runtime: local };
}

/** What a client, and the hooks on it, are typed by: the model's own types, its indexes and its references. */
export function typeArgumentsOf(model: Model, index: TypeIndex, path: string): string {
  const { stored, input, indexTypes: ofIndexes } = modelNames(model);
  return [stored, input, ofIndexes, ...referencesText(model, index, path)].join(", ");
}

/** What each reference leads to, as the client's type of them; nothing where there are none. */
function referencesText(model: Model, index: TypeIndex, path: string): readonly string[] {
  // Those of this version that are served are imported; in another the same name may mean something else.
  const isImported = (target: Model): boolean => target.version === model.version && target.served !== false;
  const text = referencesType(model, { index, path, isImported });
  return text === undefined ? [] : [text];
}

function groupView({ name, base, place, endpoints }: EndpointGroup): View {
  const raw = endpoints.filter(({ types }) => types?.response === undefined).map(endpointKey);
  const { client, createClient } = groupNames(name);
  const member = uncapitalized(name === "Api" ? name : name.replace(/Api$/, ""));
  return {
    name,
    member,
    client,
    createClient,
    place,
    base,
    raw: raw.length === 0 ? "" : jsonExpression(raw),
  };
}

function clientView(model: Model, index: TypeIndex, path: string): View {
  const { group, version, plural, singular, kind } = model;
  const { createClient, client } = modelNames(model);
  return {
    member: memberOf(client),
    resource: Object.entries({ group, version, plural, singular, kind }).map(([key, value]) => ({ key, value })),
    plural,
    apiVersion: `${group}/${version}`,
    createClient,
    client,
    typeArguments: typeArgumentsOf(model, index, path),
    hasStatus: model.status !== undefined,
    deprecated: model.deprecated ?? "",
  };
}

/** Whether all clients of a version can write together: not where the objects of a model take the name of what does. */
function hasBatchOf(models: readonly Model[]): boolean {
  return models.length > 0 && models.every((model) => memberOf(modelNames(model).client) !== "batch");
}

/** The member of all clients of a version that is the client of one model: `people` of `PeopleClient`. */
function memberOf(client: string): string {
  const member = uncapitalized(client.replace(/Client$/, ""));
  return member === "endpoints" ? "endpointObjects" : member;
}

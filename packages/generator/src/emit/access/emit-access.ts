import type { Emitter } from "../../emitter/emitter.js";
import { ACCESS_NAMES_MODULE } from "../../model/access-module.js";
import { endpointNames } from "../../model/endpoint-names.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { modelNames } from "../../render/model-names.js";
import { propertyKey } from "../../render/property-key.js";
import { render, type View } from "../../render/render.js";
import { stringLiteral } from "../../render/text.js";
import { uniqueNames } from "../../render/unique-names.js";
import { accessibleResources } from "./accessible-resources.js";

/**
 * `access.ts`: `defineAccess`, which knows what `src/access.ts` can name. It is there before that file is, so that its first import resolves.
 */
export const accessEmitter: Emitter = {
  name: "access",
  emit: (project, { outDir }) => [
    { path: `${outDir}/${ACCESS_NAMES_MODULE}`, contents: render("access", accessView(project)) },
  ],
};

function accessView(project: ProjectModel): View {
  const resources = accessibleResources(project);
  const own = resources.filter(({ isHosted }) => !isHosted).map(({ model }) => model);
  const imports = typeImports([...new Set(own)]);
  const hosted = own.length < resources.length ? (["AnyIndexes"] as const) : [];
  return {
    header: headerOf("this plugin's models and endpoints"),
    imports: [
      importSymbols("@cmgen/runtime/codegen", ...hosted, "AccessDefiner", "accessDefiner"),
      ...imports.statements,
    ],
    resources: resources.map(({ name, model, verbs, isHosted }) => ({
      key: propertyKey(name),
      ...(isHosted ? HOSTED : imports.localOf(model)),
      verbs: union(verbs),
    })),
    named: resources
      .filter(({ isSubresource }) => !isSubresource)
      .map(({ name, model: { group, plural } }) => ({ key: propertyKey(name), group, plural })),
    endpoints: union([
      ...endpointNames(project),
      ...(project.hosted ?? []).flatMap(({ endpoints: ofHosted }) => ofHosted),
    ]),
    hostedRoles: hostedRoles(project),
  };
}

/** The types of another package's objects are not known here: their resources and verbs are checked, and not their fields. */
const HOSTED = { indexes: "AnyIndexes", object: "unknown" };

interface TypeImports {
  readonly localOf: (model: Model) => { readonly indexes: string; readonly object: string };
  readonly statements: readonly string[];
}

/** Kinds of several groups may share a name. */
function typeImports(models: readonly Model[]): TypeImports {
  const wanted = models.flatMap((model) => [modelNames(model).indexTypes, modelNames(model).stored]);
  const local = uniqueNames(wanted, ["AccessDefiner", "AccessNames", "AnyIndexes"]);
  const localOf = (model: Model) => {
    const at = models.indexOf(model) * 2;
    return { indexes: local[at] ?? "", object: local[at + 1] ?? "" };
  };
  const statements = models.map((model) => {
    const { folder, indexTypes, stored } = modelNames(model);
    const { indexes, object } = localOf(model);
    const types = [renamed(indexTypes, indexes), renamed(stored, object)];
    return importStatement(`./${folder}/types.js`, { types });
  });
  return { localOf, statements };
}

function renamed(exported: string, local: string): string {
  return exported === local ? exported : `${exported} as ${local}`;
}

/** The roles of the plugins that the service hosts: any name, where one of them does not write its roles down. */
function hostedRoles({ hosted = [] }: ProjectModel): string {
  const all = hosted.flatMap(({ access }) => (access === undefined ? [] : [access.roles]));
  if (all.includes(undefined)) return "string";
  return all.length === 0 ? "" : union([...new Set(all.flatMap((roles) => roles ?? []))].filter(isBound));
}

/** Everybody has these. */
function isBound(role: string): boolean {
  return role !== "anonymous" && role !== "authenticated";
}

function union(texts: readonly string[]): string {
  return texts.length === 0 ? "never" : texts.map(stringLiteral).join(" | ");
}

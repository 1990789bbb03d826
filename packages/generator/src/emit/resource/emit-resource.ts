import type { Model, ProjectModel } from "../../model/model.js";
import { secretPlaces } from "../../model/secret-places.js";
import type { TypeLookup } from "../../model/type-at-path.js";
import type { Json } from "../../model/type.js";
import { headerOf } from "../../render/header.js";
import { importStatement } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import { labelTableName, tableName } from "../../storage/table-name.js";
import type { Emitter } from "../../emitter/emitter.js";
import { hasStepChecks } from "../earlier/step-checks-emitter.js";
import { modelFiles } from "../model-files.js";
import { modelNames } from "../../render/model-names.js";
import { importPath } from "../../paths/module-path.js";
import { referencesType } from "../references-type.js";
import { runtimeImport } from "../runtime-import.js";
import { indexTypes } from "../../schema/type-index.js";
import { jsonExpression } from "../../render/json-expression.js";
import { filledFields } from "../../validator/default-fields.js";
import { createDefaultsTexts } from "./default-texts.js";
import { createImmutableFields } from "./immutable-fields.js";
import { storageVersions } from "../../model/kind-versions.js";
import { indexViews, type Versions } from "./index-views.js";

/** `<v>/<s>/resource.ts`: what the server needs of a model: its descriptor, where its indexes take values from, and its router. */
export const resourceEmitter: Emitter = {
  name: "resource",
  emit(project, context) {
    const viewOf = createResourceView(project);
    return modelFiles(project, (model) => {
      const path = `${context.outDir}/${modelNames(model).folder}/resource.ts`;
      return { path, contents: render("resource", viewOf(model, path)) };
    });
  },
};

function createResourceView(project: ProjectModel): (model: Model, path: string) => View {
  const immutableFieldsOf = createImmutableFields(project);
  const types = indexTypes(project);
  const defaultsOf = createDefaultsTexts(types);
  const filledPlaces = filledFields(types);
  const filledOf = (model: Model): Json | undefined => {
    const places = filledPlaces();
    const object = places.ofModel(model);
    return object && { object, ...(places.types.size > 0 && { types: Object.fromEntries(places.types) }) };
  };
  const versionsOf = storageVersions(project);
  return (model, path) => {
    const typesPath = `${modelNames(model).folder}/resource.ts`;
    const versions = versionsOf.get(model) ?? { storage: model, others: [] };
    const indexes = indexViews({ types, defaultsOf }, model, versions);
    const defaultsName = defaultsOf(model) === undefined ? "" : modelNames(model).defaults;
    return {
      ...descriptorView(model),
      ...versionView(model, versions),
      ...importsOf(model, path, { ...versions, defaultsName }),
      defaultsName,
      indexes,
      usesOwn: indexes.some(({ usesOwn }) => usesOwn),
      filled: printFields(filledOf(model)),
      immutable: printFields(immutableFieldsOf(model)),
      secrets: printFields(secretView(types, model)),
      references: printFields(referencesView(model)),
      referenceTypes: referencesType(model, { index: types, path: typesPath, isImported: () => false }) ?? "",
    };
  };
}

/** As the runtime's `ReferenceDescriptor`s; nothing where there are none. */
function referencesView({ references }: Model): Json | undefined {
  return references?.map(({ index, path, apiVersion, kind, onDelete, clearedTo }): Json => {
    const cleared = onDelete === "clear" && clearedTo !== undefined ? { clearedTo } : {};
    return { index, path: [...path], target: { apiVersion, kind }, onDelete, ...cleared };
  });
}

/** As the runtime's `HiddenField`s; nothing where there are none. */
export function secretView(lookup: TypeLookup, model: Model): Json | undefined {
  const { secrets } = secretPlaces(lookup, model);
  if (secrets.length === 0) return undefined;
  return secrets.map(({ path, isNullable }): Json => ({ path: [...path], ...(isNullable && { nullable: true }) }));
}

/** The fields as an expression; nothing where there are none. */
function printFields(fields: Json | undefined): string {
  return fields === undefined ? "" : jsonExpression(fields);
}

/** What the descriptor of a model says in texts; a service that checks manifests describes models by the same. */
export function descriptorTexts(model: Model): Pick<Model, "group" | "version" | "kind" | "plural" | "singular"> & {
  readonly table: string;
  readonly labelTable: string;
} {
  const { group, version, kind, plural, singular } = model;
  return { group, version, kind, plural, singular, table: tableName(model), labelTable: labelTableName(model) };
}

function descriptorView(model: Model): View {
  const { group, version, kind, plural } = model;
  const names = modelNames(model);
  return {
    header: headerOf(model.module),
    attributes: Object.entries(descriptorTexts(model)).map(([key, value]) => ({ key, value })),
    apiVersion: `${group}/${version}`,
    kind,
    path: `/apis/${group}/${version}/${plural}`,
    object: names.object,
    indexTypes: names.indexTypes,
    modelName: names.model,
    validateName: names.validate,
    createRouterName: names.createRouter,
    hasCheck: model.hasCheck,
    hasSteps: model.steps.length > 0,
    hasStepChecks: hasStepChecks(model),
    lacksStatus: model.status === undefined,
  };
}

/** What the storage version says of all others, and others say of the storage version. */
function versionView(model: Model, { storage, others }: Versions): View {
  const isStorage = storage === model;
  const isConverted = (version: string): boolean =>
    storage.conversions?.some((conversion) => conversion.version === version) === true;
  return {
    hasStorage: !isStorage,
    conversions: isStorage ? others.map(({ version }) => ({ version, isConverted: String(isConverted(version)) })) : [],
    // A version that does not know the status must not write it either.
    statusSubresource: String((model.status === undefined ? storage : model).statusSubresource),
    isUnserved: model.served === false,
    isInternal: model.internal === true,
    namesChanger: isStorage && model.lastChangedBy === true,
    history: !isStorage || model.history === undefined ? "" : jsonExpression({ ...model.history }),
    deprecated: model.deprecated ?? "",
  };
}

/** The imports of a model's module, and what those from the runtime are called in it. */
function importsOf(
  model: Model,
  file: string,
  { storage, others, defaultsName }: Versions & { readonly defaultsName: string },
): { readonly imports: readonly string[]; readonly runtime: View } {
  const { object, indexTypes: ofIndexes, validate, createRouter, model: descriptor } = modelNames(model);
  const hasSteps = model.steps.length > 0;
  const hasFunctions = model.indexes.some(({ source }) => source === "function");
  const isConverted = storage === model && others.length > 0;
  const { statement, local } = runtimeImport(
    "@cmgen/runtime/codegen",
    [
      "createResourceRouter",
      "ModelDescriptor",
      "RequestHandler",
      "Service",
      ...(isConverted ? (["declaredConversions"] as const) : []),
      ...(hasFunctions ? (["declaredExtract"] as const) : []),
      ...(model.hasCheck ? (["declaredCheck"] as const) : []),
      ...(model.indexes.some(({ source }) => source === "reference") ? (["referredNames"] as const) : []),
      ...(model.indexes.some(({ source }) => source === "members") ? (["compositeValue"] as const) : []),
      ...(hasSteps ? (["declaredSteps"] as const) : []),
    ],
    [object, ofIndexes, validate, createRouter, descriptor],
  );
  const declaration = importStatement(importPath(file, model.module), { default: "declaration" });
  const imports = [
    statement,
    ...(model.hasCheck || hasSteps || hasFunctions || isConverted ? [declaration] : []),
    ...(storage === model ? [] : [storageImport(storage, file)]),
    ...(hasStepChecks(model) ? [importStatement("./step-checks.js", { values: ["stepChecks"] })] : []),
    importStatement("./types.js", { types: [object, ofIndexes] }),
    importStatement("./validator.js", { values: [...(defaultsName === "" ? [] : [defaultsName]), validate] }),
  ];
  return { imports, runtime: local };
}

/** Versions of a kind export the same names. */
function storageImport(storage: Model, file: string): string {
  const { folder, model } = modelNames(storage);
  const root = file.split("/").slice(0, -3).join("/");
  return importStatement(importPath(file, `${root}/${folder}/resource.ts`), { values: [`${model} as storage`] });
}

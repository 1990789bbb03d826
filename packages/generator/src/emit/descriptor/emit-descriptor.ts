import type { Model, ProjectModel } from "../../model/model.js";
import type { Json } from "../../model/type.js";
import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import { labelTableName, tableName } from "../../storage/table-name.js";
import type { Emitter, GeneratedFile } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { importPath } from "../module-path.js";
import { jsonExpression } from "../validator/json-expression.js";
import { createImmutableFields } from "./immutable-fields.js";

/** `<v>/<s>/descriptor.ts`: what the runtime knows of a model. */
export const descriptorEmitter: Emitter = {
  name: "descriptor",
  emit: (project, { outDir }) => describe(project, (model) => `${outDir}/${modelNames(model).folder}/descriptor.ts`),
};

function describe(project: ProjectModel, pathOf: (model: Model) => string): readonly GeneratedFile[] {
  const immutableFieldsOf = createImmutableFields(project);
  return project.models.map((model) => {
    const path = pathOf(model);
    const view = { ...descriptorView(model, path), immutable: printFields(immutableFieldsOf(model)) };
    return { path, contents: render("descriptor", view) };
  });
}

/** The fields as an expression; nothing where there are none. */
function printFields(fields: Json | undefined): string {
  return fields === undefined ? "" : jsonExpression(fields);
}

function descriptorView(model: Model, file: string): View {
  const { group, version, kind, plural, singular } = model;
  const names = modelNames(model);
  return {
    header: headerOf(model.module),
    imports: importsOf(model, file),
    attributes: Object.entries({ group, version, kind, plural, singular }).map(([key, value]) => ({ key, value })),
    apiVersion: `${group}/${version}`,
    kind,
    object: names.object,
    modelName: names.model,
    indexesName: names.indexes,
    validateName: names.validate,
    table: tableName(model),
    labelTable: labelTableName(model),
    hasRules: model.rules.length > 0,
    statusSubresource: String(model.statusSubresource),
  };
}

function importsOf(model: Model, file: string): string[] {
  const names = modelNames(model);
  const hasRules = model.rules.length > 0;
  return [
    importSymbols("@cmgen/runtime/codegen", "ModelDescriptor", ...(hasRules ? (["declaredRules"] as const) : [])),
    ...(hasRules ? [importStatement(importPath(file, model.module), { default: "declaration" })] : []),
    importStatement("./indexes.js", { values: [names.indexes] }),
    importStatement("./types.js", { types: [names.object] }),
    importStatement("./validator.js", { values: [names.validate] }),
  ];
}
